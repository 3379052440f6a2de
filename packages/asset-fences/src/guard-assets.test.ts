import { newId } from '@atrium/contracts'
import { assetReleasedState, createDatabase, type DatabaseHandle, migrate } from '@atrium/database'
import { createTestDatabase, eventually, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerLiveness, settleRelease } from './answer-liveness.ts'
import type { FenceDeps, FenceTables } from './fence-deps.ts'
import { guardAssets } from './guard-assets.ts'
import { releaseRound } from './release-round.ts'

let database: TestDatabase
let handle: DatabaseHandle<FenceTables>
let deps: FenceDeps<FenceTables>
let orgId: string
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<FenceTables>({ url: database.url, schema: 'notes', poolSize: 6 })
  await migrate(handle.db, 'notes', {
    '0001-notes': {
      up: async (db) => {
        await sql`create table notes (id text primary key, org_id text, body text, views int default 0)`.execute(
          db,
        )
      },
    },
    '0002-asset-fences': guardAssets('notes', [{ table: 'notes', columns: ['body', 'org_id'] }]),
  })
  deps = {
    db: handle.db,
    logger: { warn: () => undefined },
    now: () => new Date(),
    service: 'notes',
    findLive: async (tx, org, keys) =>
      (
        await sql<{ key: string }>`select key from unnest(${keys}::text[]) as key where exists (
          select from notes where org_id = ${org} and body like '%' || key || '%')`.execute(tx)
      ).rows.map((row) => row.key),
  }
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})
beforeEach(() => {
  orgId = newId('org')
  key = `${orgId}/pub/${crypto.randomUUID()}.png`
})

const write = (id: string, body: string | null, org: string | null = orgId, db = deps.db) =>
  sql`insert into notes (id, org_id, body) values (${id}, ${org}, ${body})
    on conflict (id) do update set body = excluded.body`.execute(db)
const ask = (releaseId: string) => answerLiveness(deps, { orgId, keys: [key], releaseId })
const candidates = async (org = orgId) =>
  (
    await sql<{
      asset_key: string
    }>`select asset_key from release_candidates where org_id = ${org}`.execute(deps.db)
  ).rows
const refused = { code: assetReleasedState }

test('refuses a fenced key in any encoding on insert and update until the round is settled', async () => {
  await write('a', 'Nothing')
  expect(await ask('r1')).toEqual({ live: [] })
  for (const body of [key, `see ${key.toUpperCase()}`, key.replaceAll('/', '%2F')]) {
    await expect(write('a', body)).rejects.toMatchObject(refused)
    await expect(write('b', body)).rejects.toMatchObject(refused)
  }
  await write('c', key, newId('org'))
  await settleRelease(deps, { orgId, releaseId: 'r1', released: [], kept: [key] })
  await write('a', key)
  expect(await ask('r2')).toEqual({ live: [key] })
})

test('allows changes to a record even if it already names the fenced file', async () => {
  await write('d', key)
  expect(await ask('r1')).toEqual({ live: [key] })
  await sql`update notes set views = 1, body = body || '!' where id = 'd'`.execute(deps.db)
  expect(await candidates()).toEqual([])
})

test('makes a liveness check wait for an uncommitted writer and counts its reference', async () => {
  let answer: ReturnType<typeof ask> | undefined
  await deps.db.transaction().execute(async (tx) => {
    await write('e', key, orgId, tx)
    answer = ask('r1')
    await eventually(async () => {
      const { rows } =
        await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(deps.db)
      expect(rows).toHaveLength(1)
    })
  })
  expect(await answer).toEqual({ live: [key] })
})

test('makes a writer wait for an uncommitted liveness check and then refuses the writer', async () => {
  let writing: Promise<unknown> | undefined
  const slow: FenceDeps<FenceTables> = {
    ...deps,
    async findLive() {
      writing = write('f', key).catch((error: unknown) => error)
      await eventually(async () => {
        const { rows } =
          await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
            deps.db,
          )
        expect(rows).toHaveLength(1)
      })
      return []
    },
  }
  expect(await answerLiveness(slow, { orgId, keys: [key], releaseId: 'r1' })).toEqual({ live: [] })
  expect(await writing).toMatchObject(refused)
})

test('queues a file for deletion one hour after a record of its organisation loses it', async () => {
  const other = `${newId('org')}/pub/${crypto.randomUUID()}.png`
  await write('g', `${key} and ${other}`)
  await write('g', 'Nothing')
  expect([await candidates(), await candidates(other.split('/')[0])]).toEqual([
    [{ asset_key: key }],
    [],
  ])
  const asked: string[] = []
  const round = () =>
    releaseRound(deps, async (org, keys) => {
      if (org === orgId) asked.push(...keys)
      return { released: [...keys], kept: [] }
    })
  await round()
  expect(asked).toEqual([])
  // The column rounds to milliseconds, so `now()` may be stored as a future moment.
  await sql`update release_candidates set due_at = now() - interval '1 second'
    where org_id = ${orgId}`.execute(deps.db)
  await round()
  expect([asked, await candidates()]).toEqual([[key], []])
})

test('queues the files of a deleted record unless the row has no organisation', async () => {
  await write('h', key)
  await write('i', key, null)
  await sql`delete from notes where id in ('h', 'i')`.execute(deps.db)
  expect(await candidates()).toEqual([{ asset_key: key }])
})
