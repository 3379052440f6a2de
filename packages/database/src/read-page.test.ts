import { exactTotals } from '@atrium/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase } from '../test/harness.ts'
import { readPage } from './index.ts'

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterAll(() => notebook.remove())

const stored = 12_000

async function storeNotes(): Promise<void> {
  await sql`insert into notes (title) select 'Note ' || n from generate_series(1, ${stored}::int) n`.execute(
    notebook.db,
  )
  await sql`analyze notes`.execute(notebook.db)
}
const read = (atMost: number, page: { limit: number; offset: number }) =>
  readPage(
    notebook.db,
    notebook.db.selectFrom('notes').selectAll().where('id', '<=', atMost).orderBy('id'),
    page,
  )

test('counts exactly up to the limit, and about beyond it', async () => {
  expect(await read(1, { limit: 5, offset: 0 })).toMatchObject({ rows: [], total: 0 })
  await storeNotes()
  expect((await read(3, { limit: 2, offset: 0 })).total).toBe(3)
  expect((await read(exactTotals, { limit: 2, offset: 0 })).total).toBe(exactTotals)
  const { total } = await read(stored, { limit: 2, offset: 0 })
  expect(total).toBeGreaterThan(exactTotals)
  expect(Math.abs(total - stored)).toBeLessThan(stored / 10)
})

test('returns a total beyond the page only if there are more rows, however wrong the estimate is', async () => {
  // The planner still believes that the table has 12,000 rows.
  await sql`alter table notes set (autovacuum_enabled = false)`.execute(notebook.db)
  await sql`insert into notes (title) select 'More ' || n from generate_series(1, 8000) n`.execute(
    notebook.db,
  )
  const whole = await read(stored + 8_000, { limit: 100, offset: 19_800 })
  expect([whole.rows.length, whole.total]).toEqual([100, expect.any(Number)])
  expect(whole.total).toBeGreaterThan(19_900)
  const last = await read(stored + 8_000, { limit: 100, offset: 19_900 })
  expect([last.rows.length, last.total]).toEqual([100, 20_000])
})
