import { messagingServices } from '@atrium/contracts'
import { natsAuthorization, natsOperator } from '@atrium/messaging'

// Only for loopback servers in one test.
const password = 'of-a-test'

/** Returns a NATS configuration with the platform's users, as in a deployment. */
export const formatAuthorization = (namespace = ''): string =>
  natsAuthorization(messagingServices, () => JSON.stringify(password), namespace)

/** Returns this NATS server's address for one of its users, by default the operator. */
export const toNatsUrl = (url: string, user: string = natsOperator): string =>
  url.replace('://', `://${user}:${password}@`)

/** The service roles' passwords on a test's PostgreSQL. */
export const rolePasswords: Readonly<Record<string, string>> = Object.fromEntries(
  messagingServices.map((service) => [service, password]),
)
