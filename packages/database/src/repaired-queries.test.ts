import { getHeapSpaceStatistics } from 'node:v8'
import fc from 'fast-check'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase } from '../test/harness.ts'
import {
  executePrepared,
  json,
  repairText,
  repairValue,
  runStatement,
  toRepairingPool,
} from './index.ts'

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterAll(() => notebook.remove())

const careless = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('\ud800', '\udfff', '\ud83d', '\u0000', '"', '\\', '{', '}', ','),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('reads every written text back repaired: plain, in an array, in JSON, as a JSON key', async () => {
  await fc.assert(
    fc.asyncProperty(
      careless,
      fc.array(careless, { maxLength: 3 }),
      careless,
      async (text, tags, key) => {
        const body = { [key]: text, nested: [{ text }, [tags]] }
        const row = await notebook.db
          .insertInto('notes')
          .values({ title: `${crypto.randomUUID()}${text}`, tags, body: json(body) })
          .returning(['title', 'tags', 'body'])
          .executeTakeFirstOrThrow()
        expect(row.title.slice(36)).toBe(repairText(text))
        expect(row.tags).toEqual(tags.map(repairText))
        expect(row.body).toEqual(repairValue(body))
      },
    ),
    { numRuns: 60 },
  )
})

test('repairs a plain object parameter before the driver turns it into JSON', async () => {
  const body = { text: 'a\u0000\ud800' }
  const { rows } = await sql<{ body: unknown }>`select ${body}::jsonb as body`.execute(notebook.db)
  expect(rows).toEqual([{ body: { text: 'a\ufffd' } }])
})

test('repairs raw statements, plain and prepared, and statements of other Kysely databases on the pool', async () => {
  const broken = 'x\u0000\udc00'
  const text = 'select $1::text as text'
  const expected = [{ text: 'x\ufffd' }]
  const values = [broken]
  expect(await runStatement(notebook.pool, { text, values })).toEqual(expected)
  for (let time = 0; time < 2; time += 1)
    expect(await runStatement(notebook.pool, { name: 'prepared', text, values })).toEqual(expected)
  const library = new Kysely({
    dialect: new PostgresDialect({ pool: toRepairingPool(notebook.pool) }),
  })
  expect((await library.executeQuery(CompiledQuery.raw(text, values))).rows).toEqual(expected)
})

test("repairs only the sent copy and leaves the caller's values unchanged", async () => {
  const values = ['a\u0000']
  const query = { text: 'select $1::text as text', values }
  await runStatement(notebook.pool, query)
  expect(query.values).toBe(values)
  expect(values).toEqual(['a\u0000'])
})

test('passes dates, numbers, bytes, null and undefined as the driver writes them', async () => {
  const rows = await runStatement(notebook.pool, {
    text: `select $1::timestamptz as at, $2::int as n, $3::bytea as bytes, $4::text as nothing, $5::text as missing`,
    values: [new Date(0), 7, Buffer.from([0, 1]), null, undefined],
  })
  expect(rows).toEqual([
    { at: new Date(0), n: 7, bytes: Buffer.from([0, 1]), nothing: null, missing: null },
  ])
})

test("gives a database error its caller's stack and releases the connection", async () => {
  for (let time = 0; time < 2; time += 1) {
    const failed = (await runStatement(notebook.pool, { text: 'select 1 / 0', values: [] }).catch(
      (error: unknown) => error,
    )) as Error
    expect(failed).toMatchObject({ code: '22012' })
    expect(failed.stack).not.toContain('onStreamRead')
  }
  expect(notebook.pool.totalCount).toBe(notebook.pool.idleCount)
  expect(await runStatement(notebook.pool, { text: 'select 1 as n', values: [] })).toEqual([
    { n: 1 },
  ])
})

test('runs a prepared statement again after a migration when its old plan has failed once', async () => {
  const small = await createNoteDatabase(1)
  const all = { name: 'all-notes', text: 'select * from notes', values: [] }
  expect(await runStatement(small.pool, all)).toEqual([])
  await sql`alter table notes add column extra text`.execute(small.db)
  await expect(runStatement(small.pool, all)).rejects.toThrow('cached plan')
  expect(await runStatement(small.pool, all)).toEqual([])
  await small.remove()
})

test('does not keep the rows of a long read in the old generation', async () => {
  const old = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')
      ?.space_used_size ?? 0
  const before = old()
  let read = 0
  for (let part = 0; part < 500; part += 1) {
    const { rows } = await sql<{ text: string }>`
      select repeat('x', 20) || n as text, n::text as a, n::text as b, n::text as c, n::text as d, n::text as e
      from generate_series(1, 500) n`.execute(notebook.db)
    read += rows.length
  }
  expect(read).toBe(250_000)
  expect((old() - before) / 2 ** 20).toBeLessThan(15)
})

test('prepares a query once per connection, in and outside of transactions, and repairs its values', async () => {
  const notes = await createNoteDatabase(1)
  const ask = (text: string) => sql<{ text: string }>`select ${text}::text as text`
  expect(await executePrepared(notes.db, ask('x\udc00'))).toEqual([{ text: 'x\ufffd' }])
  await notes.db.transaction().execute(async (tx) => {
    expect(await executePrepared(tx, ask('y'))).toEqual([{ text: 'y' }])
  })
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(notes.db)
  expect(rows).toEqual([{ statement: '/* prepared */ select $1::text as text' }])
  await notes.remove()
})

test('runs a prepared query after a migration has added a column to its table', async () => {
  const notes = await createNoteDatabase(1)
  const all = sql<{ body: string }>`select body from notes`
  for (let time = 0; time < 7; time += 1) await executePrepared(notes.db, all)
  await sql`alter table notes add column extra text`.execute(notes.db)
  expect(await executePrepared(notes.db, all)).toEqual([])
  await notes.remove()
})
