import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from './create-database.ts'
import {
  checkExportTables,
  type ExportPage,
  type ExportTables,
  readExportPage,
} from './export-rows.ts'

interface Tables {
  notes: { org_id: string; place: number; at: Date; body: string; token: string }
  links: { id: string; note: number }
}

const database = await createTestDatabase()
const { db, close } = createDatabase<Tables>({ url: database.url, schema: 'public' })
beforeAll(async () => {
  await sql`create table notes (org_id text, place int, at timestamptz(3), body text, token text,
    primary key (place, at))`.execute(db)
  await sql`create table links (id text primary key, note int)`.execute(db)
})
afterAll(async () => {
  await close()
  await database.drop()
})

const tables: ExportTables = {
  exported: {
    notes: { without: ['token'] },
    links: {
      rows: (orgId) => sql`t.note in (select n.place from notes n where n.org_id = ${orgId})`,
    },
  },
  left: {},
}

async function readAll(orgId: string) {
  const text: Record<string, string> = {}
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const page: ExportPage = await readExportPage(db, tables, { orgId, cursor })
    text[page.table] = (text[page.table] ?? '') + page.text
    sizes.push(Buffer.byteLength(page.text))
    cursor = page.next
  } while (cursor !== null)
  const rows = Object.fromEntries(
    Object.entries(text).map(([table, lines]) => [
      table,
      lines
        .split('\n')
        .slice(0, -1)
        .map((line): Record<string, unknown> => JSON.parse(line)),
    ]),
  )
  return { rows, sizes }
}

test('reads exactly the organisation’s rows in bounded pages when some rows are longer than a page', async () => {
  const at = new Date('2026-11-30T10:00:00.123Z')
  const long = '🙂"\\\n'.repeat(100_000)
  for (let place = 0; place < 1_200; place++)
    await db
      .insertInto('notes')
      .values({
        org_id: place % 2 === 0 ? 'a' : 'b',
        place,
        at,
        body: place === 600 || place === 1_198 ? long : 'x'.repeat(place),
        token: 'secret',
      })
      .execute()
  await db
    .insertInto('links')
    .values([
      { id: 'l1', note: 2 },
      { id: 'l2', note: 3 },
    ])
    .execute()
  const { rows, sizes } = await readAll('a')
  expect(rows['notes']?.map(({ place }) => place)).toEqual(
    Array.from({ length: 600 }, (_, index) => index * 2),
  )
  expect(rows['notes']?.filter(({ body }) => body === long)).toHaveLength(2)
  expect(rows['notes']?.[0]).toEqual({
    org_id: 'a',
    place: 0,
    at: '2026-11-30T10:00:00.123+00:00',
    body: '',
  })
  expect(rows['links']).toEqual([{ id: 'l1', note: 2 }])
  expect(Math.max(...sizes)).toBeLessThan(400_000)
  expect((await readAll('c')).rows).toEqual({ notes: [], links: [] })
})

test('names what the lists lack', async () => {
  const orgTables = { deleted: ['notes', 'links'], kept: {} } as const
  expect(await checkExportTables(db, orgTables, tables)).toEqual([])
  expect(
    await checkExportTables(db, orgTables, { exported: { notes: {}, gone: {} }, left: {} }),
  ).toEqual([
    'links is not in exactly one list',
    'notes.token looks like a secret',
    'gone does not exist',
  ])
})
