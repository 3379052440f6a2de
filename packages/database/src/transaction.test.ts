import { setTimeout as sleep } from 'node:timers/promises'
import { defineEvent, defineJob } from '@atrium/contracts'
import { withRequestContext } from '@atrium/telemetry'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createNoteDatabase, type NoteDatabase, type NoteTables } from '../test/harness.ts'
import {
  createDatabase,
  emit,
  emitJob,
  inTransaction,
  isUniqueViolation,
  onCommit,
} from './index.ts'

const NoteWritten = defineEvent({
  type: 'note.written',
  description: 'Somebody wrote a note',
  domain: false,
  schema: z.object({ title: z.string(), words: z.number().int() }),
})
const ReadAloud = defineJob({
  subject: 'read-aloud',
  schema: z.object({ title: z.string() }),
  ackWaitMs: 1_000,
  maxDeliver: 1,
})

let notebook: NoteDatabase
let db: Kysely<NoteTables>
beforeAll(async () => {
  notebook = await createNoteDatabase()
  db = notebook.db
})
afterEach(async () => {
  await db.deleteFrom('notes').execute()
  await db.deleteFrom('outbox').execute()
})
afterAll(() => notebook.remove())

const write = (tx: Transaction<NoteTables>, title: string) =>
  tx
    .insertInto('notes')
    .values({ title, tags: [] } as never)
    .execute()
const titles = async () =>
  (await db.selectFrom('notes').select('title').orderBy('id').execute()).map((n) => n.title)
const outbox = () => db.selectFrom('outbox').selectAll().orderBy('seq').execute()

test("commits the function's writes and returns its value", async () => {
  expect(await inTransaction(db, undefined, (tx) => write(tx, 'kept').then(() => 'done'))).toBe(
    'done',
  )
  expect(await titles()).toEqual(['kept'])
})

test('keeps nothing if the function throws, including events and jobs', async () => {
  const failing = inTransaction(db, undefined, async (tx) => {
    await write(tx, 'lost')
    await emit(tx, NoteWritten, 'org_1', { title: 'lost', words: 1 })
    await emitJob(tx, ReadAloud, { title: 'lost' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await titles()).toEqual([])
  expect(await outbox()).toEqual([])
})

// Far longer than the timeout of `soon`, even if that fires late.
const slowly = (tx: Transaction<NoteTables>) => sql`select pg_sleep(0.6)`.execute(tx)
const soon = async (): Promise<never> => {
  await sleep(20)
  throw new Error('gave up')
}

test('has no effect after the caller abandons the function', async () => {
  let going: Promise<unknown> = Promise.resolve()
  const failing = inTransaction(db, undefined, (tx) => {
    going = slowly(tx).then(() => write(tx, 'late'))
    going.catch(() => {})
    return Promise.race([going, soon()])
  })
  await expect(failing).rejects.toThrow('gave up')
  await expect(going).rejects.toThrow('has ended')
  expect(await titles()).toEqual([])
})

test('drops a statement that waits behind another one when the function fails', async () => {
  const failing = inTransaction(db, undefined, (tx) =>
    Promise.all([slowly(tx), write(tx, 'behind'), write(tx, 'further behind'), soon()]),
  )
  await expect(failing).rejects.toThrow('gave up')
  await sleep(800)
  expect(await titles()).toEqual([])
})

test('commits a statement without an await together with the others', async () => {
  await inTransaction(db, undefined, async (tx) => {
    void slowly(tx)
    void write(tx, 'first')
    void write(tx, 'second')
  })
  expect(await titles()).toEqual(['first', 'second'])
})

test('joins a given transaction, which decides about commit or rollback', async () => {
  const failing = inTransaction(db, undefined, async (outer) => {
    await inTransaction(db, outer, (tx) => write(tx, 'inner'))
    throw new Error('outer')
  })
  await expect(failing).rejects.toThrow('outer')
  expect(await titles()).toEqual([])
})

test('writes an event with its change, with the cause’s trace and request id', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const id = await withRequestContext({ requestId: 'req-1', traceparent }, () =>
    inTransaction(db, undefined, (tx) =>
      emit(tx, NoteWritten, 'org_1', { title: 'hello', words: 1 }),
    ),
  )
  expect(id).toMatch(/^evt_[0-9a-f]{32}$/)
  expect(await outbox()).toMatchObject([
    {
      id,
      kind: 'event',
      org_id: 'org_1',
      type: 'note.written',
      data: { title: 'hello', words: 1 },
      trace: traceparent,
      request_id: 'req-1',
    },
  ])
})

test('queues a job under its subject in the same outbox as events', async () => {
  await inTransaction(db, undefined, (tx) =>
    emitJob(tx, ReadAloud, { title: 'hello' }, { orgId: 'org_1' }),
  )
  expect(await outbox()).toMatchObject([
    {
      kind: 'job',
      org_id: 'org_1',
      type: 'read-aloud',
      data: { title: 'hello' },
      trace: null,
      request_id: null,
    },
  ])
})

test('fails the transaction if the data does not fit the schema', async () => {
  const failing = inTransaction(db, undefined, async (tx) => {
    await write(tx, 'lost')
    await emit(tx, NoteWritten, null, { title: 'lost', words: 1.5 })
  })
  await expect(failing).rejects.toThrow(z.ZodError)
  expect(await titles()).toEqual([])
})

test('repairs the text in an event', async () => {
  await inTransaction(db, undefined, (tx) =>
    emit(tx, NoteWritten, null, { title: 'a\u0000\ud800', words: 1 }),
  )
  expect(await outbox()).toMatchObject([{ data: { title: 'a\ufffd', words: 1 } }])
})

test('wakes the relays only when a transaction that emitted commits', async () => {
  let wakes = 0
  const forget = onCommit(db, ['event'], () => {
    wakes += 1
  })
  await inTransaction(db, undefined, (tx) => write(tx, 'silent'))
  expect(wakes).toBe(0)
  const failing = inTransaction(db, undefined, async (tx) => {
    await emit(tx, NoteWritten, null, { title: 'x', words: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(wakes).toBe(0)
  await inTransaction(db, undefined, async (outer) => {
    await inTransaction(db, outer, (tx) => emit(tx, NoteWritten, null, { title: 'x', words: 1 }))
    expect(wakes).toBe(0)
  })
  expect(wakes).toBe(1)
  forget()
  await inTransaction(db, undefined, (tx) => emit(tx, NoteWritten, null, { title: 'x', words: 1 }))
  expect(wakes).toBe(1)
})

test('wakes the relay of another pool when both have the same database and schema', async () => {
  const open = (schema: string) => createDatabase<NoteTables>({ url: notebook.url, schema })
  const [same, other] = [open(notebook.schema), open('other')]
  const wakes: string[] = []
  const forget = [
    onCommit(same.db, ['event'], () => wakes.push('same')),
    onCommit(other.db, ['event'], () => wakes.push('other')),
  ]
  await inTransaction(db, undefined, (tx) => emit(tx, NoteWritten, null, { title: 'x', words: 1 }))
  expect(wakes).toEqual(['same'])
  for (const stop of [...forget, same.close, other.close]) await stop()
})

test('tells a unique violation from other failures and by its constraint', async () => {
  const twice = () => inTransaction(db, undefined, (tx) => write(tx, 'same'))
  await twice()
  const error = await twice().catch((thrown: unknown) => thrown)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'notes_title_key')).toBe(true)
  expect(isUniqueViolation(error, 'another_key')).toBe(false)
  expect(isUniqueViolation(new Error('no'))).toBe(false)
})
