import { defineEvent, type JobDefinition } from '@atrium/contracts'
import { withRequestContext } from '@atrium/telemetry'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createNoteDatabase, type NoteDatabase } from '../../test/harness.ts'
import { emit, emitEntries, eventEntry, inTransaction, jobEntry, outboxRows } from '../index.ts'

const NoteWritten = defineEvent({
  type: 'note.written',
  description: 'Somebody wrote a note',
  domain: false,
  schema: z.object({ title: z.string() }),
})
const schema = z.object({ title: z.string() })
const NotePrinted = { subject: 'jobs.note-printed', schema } as JobDefinition<typeof schema>

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterEach(async () => {
  await notebook.db.deleteFrom('outbox').execute()
})
afterAll(() => notebook.remove())

const written = (title: string) => eventEntry(NoteWritten, 'org_1', { title })
const outbox = () => notebook.db.selectFrom('outbox').selectAll().orderBy('seq').execute()

test('writes a batch of messages in order, each with its cause', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  await withRequestContext({ requestId: 'req-1', traceparent }, () =>
    inTransaction(notebook.db, undefined, (tx) =>
      emitEntries(tx, [
        written('x'),
        jobEntry(NotePrinted, { title: 'y' }),
        ...Array.from({ length: 2_500 }, (_, n) => written(`${n}`)),
      ]),
    ),
  )
  const rows = await outbox()
  expect(rows).toHaveLength(2_502)
  expect(rows.slice(2).map(({ data }) => data)).toEqual(
    Array.from({ length: 2_500 }, (_, n) => ({ title: `${n}` })),
  )
  expect(rows.slice(0, 2)).toMatchObject([
    {
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      kind: 'event',
      type: 'note.written',
      org_id: 'org_1',
      data: { title: 'x' },
      trace: traceparent,
      request_id: 'req-1',
      occurred_at: expect.any(Date),
    },
    {
      kind: 'job',
      type: 'jobs.note-printed',
      org_id: null,
      trace: traceparent,
      request_id: 'req-1',
    },
  ])
})

test("writes only the entries that match the statement's condition", async () => {
  const entries = ['kept', 'left out'].map(written)
  await outboxRows(entries, sql<boolean>`entry.data->>'title' = 'kept'`).execute(notebook.db)
  expect((await outbox()).map(({ id }) => id)).toEqual([entries[0]?.id])
})

test('leaves no event if the change fails', async () => {
  const failing = inTransaction(notebook.db, undefined, async (tx) => {
    await emit(tx, NoteWritten, 'org_1', { title: 'x' })
    await tx.insertInto('notes').values({ title: 'x', tags: [], body: '{' }).execute()
  })
  await expect(failing).rejects.toThrow('json')
  expect(await outbox()).toEqual([])
})

test('repairs text that PostgreSQL cannot store and rejects a message that no stream accepts', async () => {
  await inTransaction(notebook.db, undefined, (tx) =>
    emit(tx, NoteWritten, 'org_1', { title: 'a\u0000\ud800' }),
  )
  expect((await outbox())[0]?.data).toEqual({ title: 'a\ufffd' })
  expect(() => written('x'.repeat(600_000))).toThrow('at most')
  expect(() => eventEntry(NoteWritten, 'a.b', { title: 'x' })).toThrow('not an org id')
})
