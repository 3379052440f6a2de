import { messagingServices } from '@atrium/contracts'
import { natsAuthorization, natsOperator } from '@atrium/messaging'

// Only for loopback servers with the lifetime of a test.
const password = 'of-a-test'

/** Returns the configuration of a NATS with the platform's users, as in a deployment. */
export const formatAuthorization = (namespace = ''): string =>
  natsAuthorization(messagingServices, () => JSON.stringify(password), namespace)

/** Returns the address of this NATS for one of its users, by default the operator. */
export const toNatsUrl = (url: string, user: string = natsOperator): string =>
  url.replace('://', `://${user}:${password}@`)

/** The passwords of the services' roles on a test's PostgreSQL. */
export const rolePasswords: Readonly<Record<string, string>> = Object.fromEntries(
  messagingServices.map((service) => [service, password]),
)
