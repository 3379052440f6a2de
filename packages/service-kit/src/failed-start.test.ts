import { createServer } from 'node:net'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { CountNotes, migrations, probeService } from '../test/probe-service.ts'
import { postNote, useProbe } from '../test/use-probe.ts'

const { anotherBus, env, failure, query, start } = useProbe()

test('names all missing keys in one line and touches nothing', async () => {
  const { DATABASE_HOST: _, AUTH_SESSION_SECRET: __, AUTH_SECRET: ___, ...rest } = env()
  const error = await failure(probeService(), { env: rest })
  expect(error.message).not.toContain('\n')
  for (const name of ['DATABASE_HOST', 'AUTH_SESSION_SECRET', 'AUTH_SECRET'])
    expect(error.message).toContain(name)
  expect(error.message).not.toContain('DATABASE_PORT')
  expect(await query(`select 1 from pg_namespace where nspname = 'probe'`)).toEqual([])
})

test('aborts the start if a migration fails, keeps the data and closes every connection', async () => {
  const first = await start()
  await postNote(first.url, 'precious')
  await first.stop()
  const error = await failure(
    probeService({
      database: {
        schema: 'probe',
        migrations: {
          ...migrations,
          '0002-broken': {
            up: async (db) => {
              await db.schema.dropTable('notes').execute()
              throw new Error('half way')
            },
          },
        },
      },
    }),
  )
  expect(error.message).toBe('Migration 0002-broken failed: half way')
  expect(await query(`select text from probe.notes where source = 'request'`)).toEqual([
    { text: 'precious' },
  ])
  await eventually(async () =>
    expect(
      await query(
        `select 1 from pg_stat_activity where application_name like 'atrium-%' and datname = current_database()`,
      ),
    ).toEqual([]),
  )
})

test('aborts the start with one line if the database is from before the first release', async () => {
  const former = { '0001-former': { up: async () => {} } }
  const first = await start(probeService({ database: { schema: 'probe', migrations: former } }))
  await first.stop()
  const error = await failure(probeService())
  expect(error.message).toContain('The schema probe is from before the first release')
  expect(error.message).not.toContain('\n')
})

test('aborts the start if a part cannot be built and closes every connection', async () => {
  const error = await failure(
    probeService({ build: () => Promise.reject(new Error('no such part')) }),
  )
  expect(error.message).toBe('no such part')
  await eventually(async () =>
    expect(
      await query(
        `select 1 from pg_stat_activity where application_name like 'atrium-%' and datname = current_database()`,
      ),
    ).toEqual([]),
  )
})

test('aborts the start with one line if the port is taken and leaves nothing running', async () => {
  const holder = createServer()
  const port = await new Promise<number>((resolve) =>
    holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port)),
  )
  const error = await failure(probeService(), { port })
  expect(error.message).toMatch(new RegExp(`EADDRINUSE.*${port}`))
  expect(error.message).not.toContain('\n')
  await new Promise((resolve) => holder.close(resolve))
  await expect(callRpc(await anotherBus(), CountNotes, {})).rejects.toMatchObject({
    kind: 'unavailable',
  })
  const running = await start(probeService(), { port })
  expect(running.port).toBe(port)
})

test('creates missing streams with the configured number of replicas', async () => {
  // A single server supports only one replica and reports that.
  const error = await failure(probeService(), { env: { ...env(), NATS_STREAM_REPLICAS: '3' } })
  expect(String(error.cause ?? error)).toMatch(/replicas/)
})
