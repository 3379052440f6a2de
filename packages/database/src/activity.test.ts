import { eventually } from '@atrium/testkit'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase, type NoteTables } from '../test/harness.ts'
import { asRoutine, createDatabase, inTransaction, isIdle, onWrite } from './index.ts'

let notebook: NoteDatabase
let db: Kysely<NoteTables>
beforeAll(async () => {
  notebook = await createNoteDatabase()
  db = notebook.db
})
afterAll(() => notebook.remove())

const insert = () =>
  db
    .insertInto('notes')
    .values({ title: 'a', tags: [] } as never)
    .execute()
const empty = () => db.deleteFrom('notes').execute()

/** Counts the writes that are noted during the work. */
async function countNotes(work: () => Promise<unknown>): Promise<number> {
  let notes = 0
  const forget = onWrite(db, () => {
    notes += 1
  })
  await work().finally(forget)
  return notes
}

test('notes statements that may write, and no reads', async () => {
  expect(await countNotes(insert)).toBe(1)
  expect(await countNotes(empty)).toBe(1)
  expect(await countNotes(() => db.selectFrom('notes').select('id').execute())).toBe(0)
})

test('notes the commit of a transaction, because its rows appear then', async () => {
  const notes = await countNotes(() => inTransaction(db, undefined, async () => {}))
  expect(notes).toBe(2)
})

test('notes the statements of a look only if they found or changed rows', async () => {
  const look = () => countNotes(() => asRoutine('look', empty))
  expect(await look()).toBe(0)
  await insert()
  expect(await countNotes(() => asRoutine('look', insert).catch(() => {}))).toBe(0)
  await empty()
  expect(await countNotes(() => asRoutine('look', insert))).toBe(1)
})

test('notes nothing during upkeep', async () => {
  await empty()
  expect(await countNotes(() => asRoutine('upkeep', insert))).toBe(0)
})

test('is idle when nothing was written lately, through any pool on the same schema', async () => {
  const same = createDatabase<NoteTables>({ url: notebook.url, schema: notebook.schema })
  await eventually(() => expect(isIdle(same.db, 50)).toBe(true))
  await empty()
  expect([isIdle(db, 10_000), isIdle(same.db, 10_000)]).toEqual([false, false])
  await same.close()
})
