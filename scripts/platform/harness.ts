import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startNats } from '@atrium/dev-servers'
import type { RunningService } from '@atrium/service-kit'
import { type CapturedLog, capturedLog, createTestDatabase, createTestEnv } from '@atrium/testkit'
import { services } from '../services.ts'
import { formatAuthorization, toNatsUrl } from './users.ts'

export interface TestPlatform {
  baseUrl: string
  env: Record<string, string>
  log: CapturedLog
  services: ReadonlyMap<string, RunningService>
  stop(): Promise<void>
}

/** Starts every service in this process, on its own database, NATS (with users) and ports. */
export async function startTestPlatform(
  overrides: Record<string, string> = {},
  prepareDatabase?: (url: string) => Promise<void>,
): Promise<TestPlatform> {
  const database = await createTestDatabase()
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
