import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPostgres } from '@atrium/dev-servers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asDatabaseError, createDatabase } from '../src/index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-restart-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('fails queries as unavailable while PostgreSQL is stopped and recovers when it is started again', async () => {
  const options = { dataDir: join(folder, 'postgres'), port: await freePort(), fsync: false }
  let server = await startPostgres(options)
  const idleErrors: Error[] = []
  const handle = createDatabase({
    url: server.url,
    schema: 'public',
    poolSize: 3,
    onIdleError: (error) => idleErrors.push(error),
  })
  const ask = () => sql<{ n: number }>`select 1 as n`.execute(handle.db)
  await Promise.all([ask(), ask(), ask()])
  await server.stop()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const error = await ask().catch((thrown: unknown) => asDatabaseError(thrown))
    expect(error).toMatchObject({ kind: 'unavailable' })
  }
  expect(idleErrors.length).toBeGreaterThan(0)
  server = await startPostgres(options)
  expect((await ask()).rows).toEqual([{ n: 1 }])
  await handle.close()
  await server.stop()
})
