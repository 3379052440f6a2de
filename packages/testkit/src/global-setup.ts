import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    natsUrl: string
  }
}

/**
 * Vitest's global set-up: one real PostgreSQL and one real NATS for the whole run, on free ports, in a
 * temporary directory that goes with them. `TEST_DATABASE_URL` and `TEST_NATS_URL` name servers to use instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const givenPostgres = process.env['TEST_DATABASE_URL']
  const givenNats = process.env['TEST_NATS_URL']
  const [postgres, nats] = await Promise.all([
    givenPostgres
      ? undefined
      : startPostgres({
          dataDir: join(directory, 'postgres'),
          port: await freePort(),
          fsync: false,
          maxConnections: 300,
        }),
    givenNats ? undefined : startNats({ storeDir: join(directory, 'nats'), port: await freePort() }),
  ])
  project.provide('postgresUrl', givenPostgres ?? postgres?.url ?? '')
  project.provide('natsUrl', givenNats ?? nats?.url ?? '')
  return async () => {
    await Promise.all([postgres?.stop(), nats?.stop()])
    await rm(directory, { recursive: true, force: true })
  }
}
