import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  defaultOrgSettings,
  IdentityLiveAssets,
  InvoicingLiveAssets,
  newId,
  OrgSettingsOf,
  type Principal,
  WorkflowLiveAssets,
} from '@atrium/contracts'
import { createDatabase } from '@atrium/database'
import { freePort } from '@atrium/dev-servers'
import { connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { principalHeaders } from '@atrium/service-testkit'
import { createTestDatabase, createTestEnv, inheritedEnvironment } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { BoardDatabase, Db } from '../src/database.ts'
import { newOrgId } from './harness.ts'

export type ServiceName = 'board' | 'assets'

/**
 * Processes of the board and the asset service with a shared database and blob folder, for kill
 * tests.
 */
export interface ServiceProcesses {
  db: Db
  orgId: string
  /**
   * Returns the status and the body, or undefined if the service was killed before it responded.
   */
  call(
    service: ServiceName,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> } | undefined>
  blobs(): Promise<Set<string>>
  start(service: ServiceName): Promise<void>
  /** Ends the process with SIGKILL and waits until it exits. */
  kill(service: ServiceName): Promise<void>
  stop(): Promise<void>
}

/**
 * Makes all release candidates due, as if their leases had expired. Locks them in key order, as the
 * service does, because an unordered update can deadlock with a transaction that queues candidates.
 */
export async function makeCandidatesDue(db: Db): Promise<void> {
  await sql`with locked as (
      select org_id, asset_key from release_candidates order by asset_key for update
    )
    update release_candidates c set due_at = now() from locked
    where c.org_id = locked.org_id and c.asset_key = locked.asset_key`.execute(db)
}

const services = fileURLToPath(new URL('../..', import.meta.url))

function spawnService(name: ServiceName, env: Record<string, string>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(services, `${name}-service/src/main.ts`)], {
      env: { ...inheritedEnvironment(), ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('exit', (code, signal) => reject(new Error(`${name} ended with ${code ?? signal}`)))
  })
}

/** Starts stand-ins for the other services in a release. None of them refers to a file. */
async function startOtherOwners(env: Record<string, string>): Promise<() => Promise<void>> {
  const none = async () => ({ live: [] })
  // Sites are published with the imprint of the organisation.
  const settings = rpcHandler(OrgSettingsOf, async () => ({ settings: defaultOrgSettings }))
  const questions = {
    identity: IdentityLiveAssets,
    invoicing: InvoicingLiveAssets,
    workflow: WorkflowLiveAssets,
  }
  const stops = await Promise.all(
    Object.entries(questions).map(async ([service, question]) => {
      const bus = await connectBus({
        url: env['NATS_URL'] ?? '',
        namespace: env['NATS_NAMESPACE'],
        service,
        logger: pino({ level: 'silent' }),
      })
      await serveRpc(bus, '0.1.0', [
        rpcHandler(question, none),
        ...(service === 'identity' ? [settings] : []),
      ])
      return () => bus.drain()
    }),
  )
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Starts both services and waits until they are ready. */
export async function startProcesses(): Promise<ServiceProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-kills-'))
  const database = await createTestDatabase()
  const [boardPort, assetsPort] = [await freePort(), await freePort()]
  const ports = { board: boardPort, assets: assetsPort }
  const env = createTestEnv({
    databaseUrl: database.url,
    overrides: {
      BOARD_PORT: String(boardPort),
      ASSETS_PORT: String(assetsPort),
      ASSETS_UPLOAD_DIR: folder,
      LOG_LEVEL: 'error',
    },
  })
  const handle = createDatabase<BoardDatabase>({ url: database.url, schema: 'board', poolSize: 2 })
  const orgId = newOrgId()
  const principal: Principal = {
    userId: newId('usr'),
    orgId,
    role: 'member',
    isAdmin: false,
    via: 'session',
    credentialId: 'test',
  }
  const stopOtherOwners = await startOtherOwners(env)
  const running = new Map<ServiceName, ChildProcess>()

  const kill = async (name: ServiceName): Promise<void> => {
    const child = running.get(name)
    if (child === undefined) return
    running.delete(name)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  const processes: ServiceProcesses = {
    db: handle.db,
    orgId,
    kill,
    async call(service, method, path, body) {
      const isForm = body instanceof FormData
      try {
        const response = await fetch(`http://127.0.0.1:${ports[service]}${path}`, {
          method,
          headers: {
            ...(await principalHeaders(service, env, principal)),
            ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        })
        const text = await response.text()
        return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
      } catch {
        return undefined
      }
    },
    async blobs() {
      const names = await readdir(join(folder, orgId, 'pub')).catch(() => [])
      return new Set(names.map((name) => `${orgId}/pub/${name}`))
    },
    start: async (name) => void running.set(name, await spawnService(name, env)),
    async stop() {
      await Promise.all([kill('board'), kill('assets'), stopOtherOwners()])
      await handle.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  const starts = await Promise.allSettled([processes.start('board'), processes.start('assets')])
  for (const start of starts) {
    if (start.status === 'fulfilled') continue
    await processes.stop()
    throw start.reason
  }
  return processes
}
