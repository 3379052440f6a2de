import pg from 'pg'
import { expect, test } from 'vitest'
import {
  capturedLog,
  createTestDatabase,
  createTestEnv,
  eventually,
  templateDatabase,
} from './index.ts'

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('creates an empty separate database and drops it even while it has users', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(one.url, 'create table only_here (x int)')
  expect(await query(two.url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
  const user = new pg.Client({ connectionString: one.url })
  user.on('error', () => {})
  await user.connect()
  await one.drop()
  await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist')
  await two.drop()
  await two.drop()
})

test('fills a template once per key and copies its contents', async () => {
  let fills = 0
  const fill = async (url: string) => {
    fills += 1
    await query(url, 'create table filled (x int)')
  }
  const key = {}
  const names = await Promise.all([templateDatabase(key, fill), templateDatabase(key, fill)])
  expect(fills).toBe(1)
  const copies = await Promise.all(names.map((name) => createTestDatabase(name)))
  await query(copies[0]?.url ?? '', 'insert into filled values (1)')
  expect(await query(copies[1]?.url ?? '', 'select * from filled')).toEqual([])
  for (const copy of copies) await copy.drop()
})

test('gives each test environment secrets and its own NATS namespace', () => {
  const one = createTestEnv({ databaseUrl: 'postgres://me:pass@127.0.0.1:5433/base' })
  const two = createTestEnv({ databaseUrl: 'postgres://me:pass@127.0.0.1:5433/base' })
  expect(one['DATABASE_URL']).toBe('postgres://me:pass@127.0.0.1:5433/base')
  for (const name of ['AUTH_SECRET', 'AUTH_SESSION_SECRET', 'NATS_NAMESPACE'])
    expect(one[name]).not.toBe(two[name])
  const changed = createTestEnv({
    databaseUrl: 'postgres://127.0.0.1/base',
    overrides: { LOG_LEVEL: 'info', AUTH_SECRET: undefined },
  })
  expect(changed['LOG_LEVEL']).toBe('info')
  expect('AUTH_SECRET' in changed).toBe(false)
})

test('waits until a check passes and throws the last error if it never does', async () => {
  let tries = 0
  expect(
    await eventually(() => {
      tries += 1
      if (tries < 3) throw new Error('not yet')
      return 'now'
    }),
  ).toBe('now')
  await expect(eventually(() => Promise.reject(new Error('never')), 30)).rejects.toThrow('never')
})

test('keeps every line in a captured log', () => {
  const log = capturedLog()
  log.destination.write('one\n')
  log.destination.write('two\n')
  expect(log.lines).toEqual(['one\n', 'two\n'])
  expect(log.text()).toBe('one\ntwo\n')
})
