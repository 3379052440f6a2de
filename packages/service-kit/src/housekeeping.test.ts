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

/** Runs one round and returns how many rows of a table each statement deleted. */
async function readPieces(table: string): Promise<number[]> {
  const { db } = handle
  await sql`create table pieces (size int)`.execute(db)
  await sql`create function record_piece() returns trigger language plpgsql as
    'begin insert into probe.pieces select count(*) from gone having count(*) > 0; return null; end'`.execute(
    db,
  )
  await sql`create trigger pieces after delete on ${sql.table(table)} referencing old table as gone
    for each statement execute function record_piece()`.execute(db)
  await housekeeping(db).run(new AbortController().signal)
  const { rows } = await sql<{ size: number }>`select size from pieces order by size`.execute(db)
  await sql`drop function record_piece cascade`.execute(db)
  await sql`drop table pieces`.execute(db)
  return rows.map(({ size }) => size)
}

async function left(table: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(
    handle.db,
  )
  return Number(rows[0]?.n)
}

test('deletes a backlog of inbox rows in pieces and keeps rows whose event may be redelivered', async () => {
  await sql`insert into inbox (consumer, event_id, seen_at)
    select 'probe', n, now() - case when n > 10 then interval '9 days' else interval '7 days 23 hours' end
    from generate_series(1, 25010) as n`.execute(handle.db)
  expect(await readPieces('inbox')).toEqual([5_000, 10_000, 10_000])
  expect(await left('inbox')).toBe(10)
})

test('deletes idempotency keys in pieces after a day', async () => {
  await sql`insert into idempotency_keys (scope, key, fingerprint, created_at)
    select 'probe', n, 'x', now() - case when n > 10 then interval '25 hours' else interval '23 hours' end
    from generate_series(1, 12010) as n`.execute(handle.db)
  expect(await readPieces('idempotency_keys')).toEqual([2_000, 10_000])
  expect(await left('idempotency_keys')).toBe(10)
})
