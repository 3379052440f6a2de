import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notes, schema } from '../test/harness.ts'
import {
  createDatabase,
  type DatabaseHandle,
  MigrationError,
  type Migrations,
  migrate,
} from './index.ts'

let database: TestDatabase
const handles: Array<DatabaseHandle<unknown>> = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()))
  await database.drop()
})

function replica(name = schema): DatabaseHandle<unknown> {
  const handle = createDatabase<unknown>({ url: database.url, schema: name, poolSize: 2 })
  handles.push(handle)
  return handle
}

const tables = async (name = schema): Promise<string[]> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = ${name} and tablename not like 'kysely%'
    order by tablename`.execute(replica().db)
  return rows.map((row) => row.tablename)
}
const platform = ['dead_letters', 'idempotency_keys', 'inbox', 'outbox']

test('creates the platform tables first, then the service’s own, and does nothing on a second run', async () => {
  const { db } = replica()
  expect(await migrate(db, schema, notes)).toEqual(['0000-platform', '0001-notes'])
  expect(await migrate(db, schema, notes)).toEqual([])
  expect(await tables()).toEqual([...platform, 'notes'].toSorted())
})

test('applies each migration exactly once if replicas boot at the same time', async () => {
  const counted: Migrations = {
    ...notes,
    '0002-seed': {
      up: async (db) => {
        await sql`select pg_sleep(0.05)`.execute(db)
        await sql`insert into notes (title) values ('from the seed')`.execute(db)
      },
    },
  }
  const replicas = Array.from({ length: 6 }, () => replica())
  const ran = await Promise.all(replicas.map(({ db }) => migrate(db, schema, counted)))
  expect(ran.flat().toSorted()).toEqual(['0000-platform', '0001-notes', '0002-seed'])
  const { rows } = await sql<{ count: string }>`select count(*) from notes`.execute(replica().db)
  expect(rows).toEqual([{ count: '1' }])
})

test("migrates only a service's own schema if services boot at the same time", async () => {
  await Promise.all(['one', 'two', 'three'].map((name) => migrate(replica(name).db, name, notes)))
  for (const name of ['one', 'two', 'three']) {
    expect(await tables(name)).toEqual([...platform, 'notes'].toSorted())
  }
})

test('names a failing migration and leaves data, tables and history unchanged', async () => {
  const { db } = replica()
  await migrate(db, schema, notes)
  await sql`insert into notes (title) values ('precious')`.execute(db)
  const failing: Migrations = {
    ...notes,
    '0002-drops-and-adds': {
      up: async (tx) => {
        await sql`delete from notes`.execute(tx)
        await sql`alter table notes add column extra text`.execute(tx)
      },
    },
    '0003-broken': {
      up: async (tx) => {
        await sql`alter table nonsense add column x int`.execute(tx)
      },
    },
  }
  const failure = migrate(db, schema, failing)
  await expect(failure).rejects.toThrow(MigrationError)
  await expect(failure).rejects.toThrow(
    /^Migration 0003-broken failed: relation "nonsense" does not exist$/,
  )
  const { rows } = await sql`select * from notes`.execute(db)
  expect(rows).toEqual([{ id: 1, title: 'precious', tags: [], body: null }])
  const mended = { ...failing, '0003-broken': { up: async () => {} } }
  expect(await migrate(db, schema, mended)).toEqual(['0002-drops-and-adds', '0003-broken'])
})

test('leaves no tables behind if the first boot fails', async () => {
  const broken: Migrations = {
    ...notes,
    '0002-broken': { up: async () => Promise.reject(new Error('not today')) },
  }
  await expect(migrate(replica().db, schema, broken)).rejects.toThrow(
    'Migration 0002-broken failed: not today',
  )
  expect(await tables()).toEqual([])
})

test('turns the statement timeout off during a migration and restores it afterwards', async () => {
  const { db, pool } = replica()
  let during: unknown
  await migrate(db, schema, {
    '0001-looks': {
      up: async (tx) => {
        during = (await sql`show statement_timeout`.execute(tx)).rows
      },
    },
  })
  expect(during).toEqual([{ statement_timeout: '0' }])
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
})

test('refuses a schema from before the first release, keeps its data and says what to do', async () => {
  const { db } = replica()
  await migrate(db, schema, { '0001-drafts': notes['0001-notes'] as Migration })
  await sql`insert into notes (title) values ('precious')`.execute(db)
  await expect(migrate(db, schema, notes)).rejects.toThrow(
    `The schema ${schema} is from before the first release and cannot be updated. Use an empty database.`,
  )
  const { rows } = await sql`select title from notes`.execute(db)
  expect(rows).toEqual([{ title: 'precious' }])
})

test('refuses a schema that a later release has changed and names the migration', async () => {
  const { db } = replica()
  await migrate(db, schema, { ...notes, '0002-later': { up: async () => {} } })
  await expect(migrate(db, schema, notes)).rejects.toThrow(
    `The schema ${schema} has the migration 0002-later of a later release. Start that release`,
  )
})
