import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { natsServer, postgresServer } from './test-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    natsUrl: string
    /** The name prefix of this run's template databases. */
    templatePrefix: string
  }
}

/**
 * Starts one real PostgreSQL and one real NATS for the whole Vitest run, on free ports, and removes
 * them afterwards. `TEST_DATABASE_URL` and `TEST_NATS_URL` name servers to use instead. With
 * `TESTCONTAINERS=1` it uses containers if they are available.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const containers = process.env['TESTCONTAINERS'] === '1'
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const starts = await Promise.allSettled([
    postgresServer({ given: process.env['TEST_DATABASE_URL'], containers, log }),
    natsServer({ given: process.env['TEST_NATS_URL'], containers, log }),
  ])
  const stop = async (): Promise<void> => {
    await Promise.all(
      starts.map((start) => (start.status === 'fulfilled' ? start.value.stop() : undefined)),
    )
  }
  const [postgres, nats] = starts
  if (postgres.status === 'rejected' || nats.status === 'rejected') {
    await stop()
    throw postgres.status === 'rejected' ? postgres.reason : (nats as PromiseRejectedResult).reason
  }
  project.provide('postgresUrl', postgres.value.url)
  project.provide('natsUrl', nats.value.url)
  const templatePrefix = `test_template_${randomBytes(6).toString('hex')}_`
  project.provide('templatePrefix', templatePrefix)
  return async () => {
    // A server from `TEST_DATABASE_URL` outlives the run.
    if (process.env['TEST_DATABASE_URL']) await dropDatabases(postgres.value.url, templatePrefix)
    await stop()
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of found.rows)
      await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}
