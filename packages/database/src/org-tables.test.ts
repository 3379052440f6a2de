import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type DatabaseHandle } from './create-database.ts'
import { checkOrgTables, deleteOrgRows } from './org-tables.ts'

interface Tables {
  parents: { id: string; org_id: string }
  children: { parent_id: string; org_id: string }
  audit: { org_id: string }
  plain: { id: string }
}

let database: TestDatabase
let handle: DatabaseHandle<Tables>
let db: Kysely<Tables>
beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<Tables>({ url: database.url, schema: 'public' })
  db = handle.db
  await sql`create table parents (id text primary key, org_id text not null)`.execute(db)
  await sql`create table children (parent_id text references parents, org_id text not null)`.execute(
    db,
  )
  await sql`create table audit (org_id text not null)`.execute(db)
  await sql`create table plain (id text)`.execute(db)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

test("deletes one organisation's rows in the declared order and keeps the rest", async () => {
  for (const org_id of ['a', 'b']) {
    await db
      .insertInto('parents')
      .values({ id: `p-${org_id}`, org_id })
      .execute()
    await db
      .insertInto('children')
      .values({ parent_id: `p-${org_id}`, org_id })
      .execute()
    await db.insertInto('audit').values({ org_id }).execute()
  }
  const tables = {
    deleted: ['children', 'parents'],
    kept: { audit: 'kept for the operator' },
  } as const
  await db.transaction().execute((tx) => deleteOrgRows(tx, tables, 'a'))
  expect(await db.selectFrom('parents').select('org_id').execute()).toEqual([{ org_id: 'b' }])
  expect(await db.selectFrom('children').select('org_id').execute()).toEqual([{ org_id: 'b' }])
  expect(await db.selectFrom('audit').select('org_id').execute()).toHaveLength(2)
})

test('names tables that the declaration misses and declared tables without an organisation', async () => {
  expect(await checkOrgTables(db, { deleted: ['children', 'plain'], kept: {} })).toEqual([
    'audit is not declared',
    'parents is not declared',
    'plain has no column org_id',
  ])
  expect(
    await checkOrgTables(db, { deleted: ['children', 'parents'], kept: { audit: 'why' } }),
  ).toEqual([])
})
