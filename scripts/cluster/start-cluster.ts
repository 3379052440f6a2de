import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolePasswords } from '../platform/users.ts'
import { services } from '../services.ts'
import { makeServiceRoles } from '../start/database-roles.ts'
import type { UndoStack } from '../start/undo-stack.ts'
import { startLoad } from './load.ts'
import { startNatsServers } from './nats-servers.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { startReplicas } from './replicas.ts'

const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

interface ClusterOptions {
  readonly say: (line: string) => void
  /** True to keep the logs of the services. */
  readonly keepsLogs: boolean
  /** The folder of the repository whose programs start. This one by default. */
  readonly root?: string
  /** How often the load's clients repeat a failed request. Never by default. */
  readonly maxRetries?: number
}

/** Starts the servers, the replicas of all services and a load. `undo` ends all of them. */
export async function startCluster(
  undo: UndoStack,
  { say, keepsLogs, root = ownRoot, maxRetries = 0 }: ClusterOptions,
) {
  const home = await mkdtemp(join(tmpdir(), 'atrium-cluster-'))
  undo.add('the folder', async () => {
    if (!keepsLogs) await rm(home, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undo.unwind().finally(() => process.exit(130)))
  await mkdir(join(home, 'assets'), { recursive: true })
  const [database, nats] = await Promise.all([startPostgresPair(home), startNatsServers(home)])
  undo.add('NATS', nats.stop)
  undo.add('PostgreSQL', database.stop)
  say('PostgreSQL has a synchronous standby, and three NATS servers form a cluster')
  const names = services.map(({ name }) => name)
  const replicas = await startReplicas({
    home,
    root,
    databaseUrl: database.url,
    toDatabaseUrl: await makeServiceRoles(root, database.url, names, rolePasswords),
    toNatsUrl: nats.toUrl,
    say,
  })
  undo.add('the services', replicas.stop)
  say(`${replicas.count} services are ready. Their logs are in ${home}`)
  const load = await startLoad(replicas.baseUrl, { maxRetries })
  undo.add('the live events', async () => load.close())
  return { database, nats, replicas, load }
}
