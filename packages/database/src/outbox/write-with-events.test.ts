import { defineEvent } from '@atrium/contracts'
import { withRequestContext } from '@atrium/telemetry'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createNoteDatabase, type NoteDatabase } from '../../test/harness.ts'
import { inTransaction, onOutbox, prepareEvent, writeWithEvents } from '../index.ts'

const NoteWritten = defineEvent({
  type: 'note.written',
  description: 'Somebody wrote a note',
  domain: false,
  schema: z.object({ title: z.string() }),
})

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterEach(async () => {
  await notebook.db.deleteFrom('notes').execute()
  await notebook.db.deleteFrom('outbox').execute()
})
afterAll(() => notebook.remove())

const written = (title: string) => prepareEvent(NoteWritten, 'org_1', { title })
const write = (db: NoteDatabase['db'], title: string, body: unknown = null) =>
  writeWithEvents(
    db,
    'insert-note',
    db
      .insertInto('notes')
      .values({ title, tags: [], body })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
    [written(title), written(`${title} again`)],
  )
const outbox = () => notebook.db.selectFrom('outbox').selectAll().orderBy('seq').execute()
const titles = async () =>
  (await notebook.db.selectFrom('notes').select('title').orderBy('id').execute()).map((row) => row.title)

test('a change and its events are written together, in their order, with what caused them', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await withRequestContext({ requestId: 'req-1', traceparent }, () => write(notebook.db, 'x'))
  expect(await titles()).toEqual(['x'])
  expect(await outbox()).toMatchObject(
    ['x', 'x again'].map((title) => ({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      kind: 'event',
      type: 'note.written',
      org_id: 'org_1',
      data: { title },
      trace: traceparent,
      request_id: 'req-1',
      occurred_at: expect.any(Date),
    })),
  )
})

test('what meets a row that is there already writes nothing, and says so', async () => {
  expect(await write(notebook.db, 'x')).toBe(true)
  expect(await write(notebook.db, 'x')).toBe(false)
  expect(await titles()).toEqual(['x'])
  expect(await outbox()).toHaveLength(2)
})

test('a change that fails leaves no event', async () => {
  await expect(write(notebook.db, 'x', '{')).rejects.toThrow('json')
  expect([await titles(), await outbox()]).toEqual([[], []])
})

test('the relay is woken when it is written; in a transaction once that has committed', async () => {
  const { db } = notebook
  const seen: number[] = []
  let look: Promise<unknown> = Promise.resolve()
  const off = onOutbox(db, () => {
    look = outbox().then((rows) => seen.push(rows.length))
  })
  await write(db, 'x')
  await look
  expect(seen).toEqual([2])
  await inTransaction(db, undefined, async (tx) => {
    await write(tx, 'y')
    expect(seen).toEqual([2])
  })
  await look
  expect(seen).toEqual([2, 4])
  await write(db, 'x')
  expect(seen).toEqual([2, 4])
  off()
})

test('text that PostgreSQL cannot store is repaired on its way, what no stream takes is refused', async () => {
  await write(notebook.db, 'a\u0000\ud800')
  expect((await outbox())[0]?.data).toEqual({ title: 'a\ufffd' })
  expect(() => written('x'.repeat(600_000))).toThrow('at most')
  expect(() => prepareEvent(NoteWritten, 'a.b', { title: 'x' })).toThrow('not an org id')
})
