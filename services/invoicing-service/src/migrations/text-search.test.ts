import { foldText } from '@atrium/contracts'
import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrations } from './index.ts'

let place: TestDatabase
beforeEach(async () => {
  place = await createTestDatabase()
})
afterEach(() => place.drop())

async function using<R>(url: string, work: (db: Kysely<Database>) => Promise<R>): Promise<R> {
  const { db, close } = createDatabase<Database>({ url, schema: 'invoicing', poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const textIndexes = async (db: Kysely<Database>) =>
  (
    await sql<{ name: string }>`select indexname as name from pg_indexes
      where schemaname = 'invoicing' and indexdef like '%gin_trgm_ops%' order by 1`.execute(db)
  ).rows.map(({ name }) => name)

test('migrates without the text index if the role may not create the extension', async () => {
  const role = `role_${new URL(place.url).pathname.slice(1)}`
  const url = new URL(place.url)
  Object.assign(url, { username: role, password: 'of-a-test' })
  try {
    await using(place.url, async (db) => {
      await sql`create role ${sql.ref(role)} login password 'of-a-test'`.execute(db)
      await sql`create schema invoicing authorization ${sql.ref(role)}`.execute(db)
    })
    await using(url.href, async (db) => {
      expect(await migrate(db, 'invoicing', migrations)).toContain('0001-invoices')
      expect(await textIndexes(db)).toEqual([])
    })
  } finally {
    await using(place.url, async (db) => {
      await sql`drop owned by ${sql.ref(role)} cascade`.execute(db)
      await sql`drop role ${sql.ref(role)}`.execute(db)
    })
  }
})

test('uses the extension in the schema where it is installed', () =>
  using(place.url, async (db) => {
    await sql`create schema "own extensions"`.execute(db)
    await sql`create extension pg_trgm schema "own extensions"`.execute(db)
    await migrate(db, 'invoicing', migrations)
    expect(await textIndexes(db)).toEqual(['customers_folded', 'invoices_number_text'])
  }))

test('gives the same result for fold_text and foldText', () =>
  using(place.url, async (db) => {
    await migrate(db, 'invoicing', migrations)
    const letters = Array.from({ length: 0x500 }, (_, at) => String.fromCodePoint(0x40 + at)).join(
      '',
    )
    const texts = [
      'Søren Łukasz',
      'Straße',
      'ÆRØ Œuvre',
      'ＡＢＣ ﬁn ½',
      '今月の売上 ガ',
      'สวัสดี',
      'हिन्दी',
      'عَرَبِيّ',
      'ẞ',
      ...(letters.match(/[\p{L}\p{M}\p{N}]/gu) ?? []),
    ]
    const { rows } = await sql<{ text: string; folded: string }>`
      select t as text, fold_text(t) as folded from unnest(${texts}::text[]) t`.execute(db)
    const wrong = rows.filter(({ text, folded }) => folded !== foldText(text))
    expect(wrong).toEqual([])
  }))
