import { join } from 'node:path'
import { messagingServices } from '@atrium/contracts'
import { databaseVariables } from '@atrium/dev-servers'
import { natsAuthorization, natsOperator } from '@atrium/messaging'
import { makeServiceRoles } from './database-roles.ts'
import type { Environment } from './environment.ts'
import { type Secrets, writePrivately } from './home.ts'
import { type KeptServer, type ServerContext, startOwnNats, startOwnPostgres } from './servers.ts'
import type { UndoStack } from './undo-stack.ts'

/** The users with a password on the platform's own servers. */
export const serverUsers: readonly string[] = [...messagingServices, natsOperator]

/**
 * Starts the servers with a port, and a user on them for each service. The other servers are
 * external. Returns a function with a service's variables: the addresses with its user on the own
 * servers.
 */
export async function startOwnServers(
  context: ServerContext & {
    readonly root: string
    readonly undo: UndoStack
    readonly secrets: Secrets
    readonly namespace: string
  },
  ports: { readonly database: number | undefined; readonly nats: number | undefined },
): Promise<(service: string) => Environment> {
  const { root, undo, secrets } = context
  const password = (user: string): string => secrets.nats[user] ?? ''
  const authorization = natsAuthorization(
    messagingServices,
    (user) => JSON.stringify(password(user)),
    context.namespace,
  )
  const [database, bus] = await startTogether(undo, [
    ports.database === undefined ? undefined : startOwnPostgres(context, ports.database),
    ports.nats === undefined ? undefined : startOwnNats(context, ports.nats, authorization),
  ])
  const toDatabaseUrl =
    database && (await makeServiceRoles(root, database.url, messagingServices, secrets.database))
  const natsUrlFor = bus && ((user: string) => withUser(bus.url, user, password(user)))
  // `npm run atrium` reads this file, because service users lack the operator's permissions.
  const operator = {
    ...(database && { DATABASE_URL: database.url }),
    ...(natsUrlFor && { NATS_URL: natsUrlFor(natsOperator) }),
  }
  const lines = Object.entries(operator).map(([name, value]) => `${name}=${value}\n`)
  await writePrivately(join(context.home, 'operator.env'), lines.join(''))
  return (service) => {
    // The dashboard uses neither server.
    if (!serverUsers.includes(service)) return {}
    const url = toDatabaseUrl?.(service)
    return {
      ...(url && { DATABASE_URL: url, ...databaseVariables(url) }),
      ...(natsUrlFor && { NATS_URL: natsUrlFor(service) }),
    }
  }
}

function withUser(url: string, user: string, password: string): string {
  return url.replace('://', `://${user}:${encodeURIComponent(password)}@`)
}

/** Waits for all servers, so a failure leaves none half started. The last one stops first. */
async function startTogether(
  undo: UndoStack,
  starts: readonly (Promise<KeptServer> | undefined)[],
) {
  const results = await Promise.allSettled(starts)
  const started = results.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  for (const server of started) {
    if (server !== undefined) undo.add(server.name, server.stop)
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return started
}
