import { messagingServices } from '@atrium/contracts'
import { natsAuthorization, natsOperator } from '@atrium/messaging'

// Of servers that live as long as a test, on loopback.
const password = 'of-a-test'

/** The configuration of a NATS with the platform's users, as a deployment has them. */
export const authorizationOf = (namespace = ''): string =>
  natsAuthorization(messagingServices, () => JSON.stringify(password), namespace)

/** The address of such a NATS for one of its users; the operator's by default. */
export const natsUrlOf = (url: string, user: string = natsOperator): string =>
  url.replace('://', `://${user}:${password}@`)

/** The passwords of the services' roles at a test's PostgreSQL. */
export const rolePasswords: Readonly<Record<string, string>> = Object.fromEntries(
  messagingServices.map((service) => [service, password]),
)
