import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { housekeeping } from './housekeeping.ts'

let database: TestDatabase
let handle: DatabaseHandle<PlatformTables>
beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<PlatformTables>({ url: database.url, schema: 'probe' })
  await migrate(handle.db, 'probe', {})
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

test('a backlog of seen events is forgotten in pieces, and what may still come again is kept', async () => {
  const { db } = handle
  await sql`insert into inbox (consumer, event_id, seen_at)
    select 'probe', 'old_' || n, now() - interval '9 days' from generate_series(1, 25000) as n`.execute(db)
  await sql`insert into inbox (consumer, event_id, seen_at)
    select 'probe', 'new_' || n, now() - interval '7 days 23 hours' from generate_series(1, 10) as n`.execute(
    db,
  )
  await sql`create table pieces (size int)`.execute(db)
  await sql`create function record_piece() returns trigger language plpgsql as
    'begin insert into probe.pieces select count(*) from gone; return null; end'`.execute(db)
  await sql`create trigger pieces after delete on inbox referencing old table as gone
    for each statement execute function record_piece()`.execute(db)
  await housekeeping(db).run(new AbortController().signal)
  const { rows: pieces } = await sql<{ size: number }>`select size from pieces order by size`.execute(db)
  expect(pieces.map(({ size }) => size)).toEqual([5_000, 10_000, 10_000])
  const { rows: left } = await sql<{ n: string }>`select count(*) as n from inbox`.execute(db)
  expect(left).toEqual([{ n: '10' }])
})
