import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase } from '../test/harness.ts'
import { inTransaction, prepared } from './index.ts'

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase(1)
})
afterAll(() => notebook.remove())

const known = async (): Promise<unknown[]> => {
  const { rows } = await sql<{ name: string; times: string }>`
    select name, generic_plans + custom_plans as times from pg_prepared_statements
    where name not like '\\_%' order by name`.execute(notebook.db)
  return rows.map(({ name, times }) => [name, Number(times)])
}

test('a marked statement is prepared once for a connection, in a transaction and out of it', async () => {
  const add = (db: typeof notebook.db, n: number) =>
    sql<{ sum: number }>`${prepared('add-one')} select ${n}::int + 1 as sum`.execute(db)
  expect((await add(notebook.db, 1)).rows).toEqual([{ sum: 2 }])
  const inside = await inTransaction(notebook.db, undefined, (tx) => add(tx, 2))
  expect(inside.rows).toEqual([{ sum: 3 }])
  expect(await known()).toEqual([['add-one', 2]])
})

test('its parameters pass the text boundary, and its failure leaves the connection usable', async () => {
  const echo = (text: string) =>
    sql<{
      text: string
      n: number
    }>`${prepared('echo')} select ${text}::text as text, 1 / length(${text}) as n`
      .execute(notebook.db)
      .then(({ rows }) => rows)
  expect(await echo('a\u0000')).toEqual([{ text: 'a', n: 1 }])
  await expect(echo('')).rejects.toThrow('division by zero')
  expect(await echo('\ud800')).toEqual([{ text: '\ufffd', n: 1 }])
})

test('one name for two texts is refused, and so is a name that is none', async () => {
  await sql`${prepared('one')} select ${1}::int`.execute(notebook.db)
  await expect(sql`${prepared('one')} select ${2}::int + 1`.execute(notebook.db)).rejects.toThrow('unique')
  for (const name of ['', 'Two', 'a b', 'a */', 'x'.repeat(61)]) expect(() => prepared(name)).toThrow('name')
})

test('other statements stay unnamed', async () => {
  await sql`select ${1}::int /* prepared later */`.execute(notebook.db)
  expect((await known()).map((row) => (row as unknown[])[0])).not.toContain('later')
})
