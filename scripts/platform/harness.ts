import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, migrate } from '@atrium/database'
import { freePort, startNats } from '@atrium/dev-servers'
import type { RunningService } from '@atrium/service-kit'
import {
  type CapturedLog,
  capturedLog,
  createTestDatabase,
  createTestEnv,
  templateDatabase,
} from '@atrium/testkit'
import { services } from '../services.ts'
import { formatAuthorization, toNatsUrl } from './users.ts'

export interface TestPlatform {
  baseUrl: string
  env: Record<string, string>
  log: CapturedLog
  services: ReadonlyMap<string, RunningService>
  stop(): Promise<void>
}

/** Returns the name of a database with every service's schema, used as a template for copies. */
const migratedDatabase = (): Promise<string> =>
  templateDatabase(services, async (url) => {
    for (const { loadDatabase } of services) {
      const database = await loadDatabase()
      if (database === undefined) continue
      const handle = createDatabase({ url, schema: database.schema })
      try {
        await migrate(handle.db, database.schema, database.migrations)
      } finally {
        await handle.close()
      }
    }
  })

/**
 * Starts every service in this process, on its own database, NATS (with users) and ports. With
 * `prepareDatabase` the services apply their migrations to what it has prepared.
 */
export async function startTestPlatform(
  overrides: Record<string, string> = {},
  prepareDatabase?: (url: string) => Promise<void>,
): Promise<TestPlatform> {
  const database = await createTestDatabase(
    prepareDatabase === undefined ? await migratedDatabase() : undefined,
  )
  await prepareDatabase?.(database.url)
  const home = await mkdtemp(join(tmpdir(), 'atrium-platform-'))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = createTestEnv({
    databaseUrl: database.url,
    overrides: {
      API_URL: baseUrl,
      AUTH_BASE_URL: baseUrl,
      PORT: String(port),
      ASSETS_UPLOAD_DIR: join(home, 'assets'),
      MAIL_OUTBOX_DIR: join(home, 'mails'),
      LOG_LEVEL: 'info',
      ...overrides,
    },
  })
  const nats = await startNats({
    storeDir: join(home, 'nats'),
    port: await freePort(),
    authorization: formatAuthorization(env['NATS_NAMESPACE']),
  })
  env['NATS_URL'] = toNatsUrl(nats.url)
  const log = capturedLog()
  const running = new Map<string, RunningService>()
  const stop = async (): Promise<void> => {
    for (const service of [...running.values()].reverse()) await service.stop()
    await nats.stop()
    await database.drop()
    await rm(home, { recursive: true, force: true })
  }
  try {
    for (const service of services) {
      const started = await service.start({
        env: { ...env, NATS_URL: toNatsUrl(nats.url, service.name) },
        destination: log.destination,
        ...(service.urlVariable === undefined ? {} : { port: 0 }),
      })
      running.set(service.name, started)
      if (service.urlVariable !== undefined) env[service.urlVariable] = started.url
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { baseUrl, env, log, services: running, stop }
}
