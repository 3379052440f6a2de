import { join } from 'node:path'
import { messagingServices } from '@atrium/contracts'
import { databaseVariables } from '@atrium/dev-servers'
import { natsAuthorization, natsOperator } from '@atrium/messaging'
import { makeServiceRoles } from './database-roles.ts'
import type { Environment } from './environment.ts'
import { type Secrets, writePrivately } from './home.ts'
import { type KeptServer, type ServerContext, startOwnNats, startOwnPostgres } from './servers.ts'
import type { UndoStack } from './undo-stack.ts'

/** The users with a password at the own servers. */
export const serverUsers: readonly string[] = [...messagingServices, natsOperator]

export interface OwnServers {
  /** The operator's addresses of the own servers. */
  readonly operator: { readonly databaseUrl?: string; readonly natsUrl?: string }
  /** The variables of one service: the addresses with its user at the own servers. */
  readonly environmentOf: (service: string) => Environment
}

/** Starts the servers that have a port, the others being external, with a user for each service. */
export async function startOwnServers(
  context: ServerContext & {
    readonly root: string
    readonly undo: UndoStack
    readonly secrets: Secrets
    readonly namespace: string
  },
  ports: { readonly database: number | undefined; readonly nats: number | undefined },
): Promise<OwnServers> {
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
  const databaseOf =
    database && (await makeServiceRoles(root, database.url, messagingServices, secrets.database))
  const natsOf = bus && ((user: string) => withUser(bus.url, user, password(user)))
  const operator = {
    ...(database === undefined ? {} : { databaseUrl: database.url }),
    ...(natsOf === undefined ? {} : { natsUrl: natsOf(natsOperator) }),
  }
  await writePrivately(join(context.home, 'operator.env'), operatorFile(operator))
  return {
    operator,
    environmentOf: (service) =>
      // The dashboard uses neither server.
      !serverUsers.includes(service)
        ? {}
        : {
            ...(databaseOf === undefined
              ? {}
              : { DATABASE_URL: databaseOf(service), ...databaseVariables(databaseOf(service)) }),
            ...(natsOf === undefined ? {} : { NATS_URL: natsOf(service) }),
          },
  }
}

/** The file that `npm run atrium` reads: users of services lack the operator's permissions. */
function operatorFile({ databaseUrl, natsUrl }: OwnServers['operator']): string {
  const lines = [
    ...(databaseUrl === undefined ? [] : [`DATABASE_URL=${databaseUrl}`]),
    ...(natsUrl === undefined ? [] : [`NATS_URL=${natsUrl}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function withUser(url: string, user: string, password: string): string {
  return url.replace('://', `://${user}:${encodeURIComponent(password)}@`)
}

/** Waits for all servers, so that a failure leaves none in the middle of its start; the last one stops first. */
async function startTogether(undo: UndoStack, starts: readonly (Promise<KeptServer> | undefined)[]) {
  const results = await Promise.allSettled(starts)
  const started = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))
  for (const server of started) {
    if (server !== undefined) undo.add(server.name, server.stop)
  }
  const failure = results.find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  return started
}
