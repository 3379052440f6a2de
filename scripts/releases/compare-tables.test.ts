import { createDatabase, type DatabaseHandle } from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTables } from './compare-tables.ts'
import { readTables, type Tables } from './tables.db.ts'

let database: TestDatabase
let handle: DatabaseHandle<unknown>
let old: Tables
beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase({ url: database.url, schema: 'board', poolSize: 2 })
  await sql
    .raw(`create schema board;
    create table boards (id text primary key, org_id text not null);
    create table cards (
      id text primary key,
      org_id text not null,
      board_id text not null,
      number int not null,
      title text not null default '',
      status text not null check (status in ('open', 'done')),
      note text,
      due date,
      constraint cards_number unique (org_id, number),
      constraint cards_board foreign key (board_id) references boards (id) on delete cascade
    )`)
    .execute(handle.db)
  old = await readTables(handle.db, 'board')
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

class Undone extends Error {}

/** Returns the changes after these statements, and undoes the statements. */
async function compareAfter(statements: string): Promise<string[]> {
  let changes: string[] = []
  const change = async (tx: Kysely<unknown>): Promise<void> => {
    await sql.raw(statements).execute(tx)
    const now = await readTables(tx, 'board')
    changes = compareTables('board', old, now, '0.1.0').map((each) => each.change)
    throw new Undone()
  }
  await handle.db
    .transaction()
    .execute(change)
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return changes
}

test.each([
  ['drop table cards', 'was dropped or renamed'],
  ['alter table cards rename to tasks', 'was dropped or renamed'],
  ['alter table cards drop column note', 'column note was dropped or renamed'],
  ['alter table cards rename column note to remark', 'column note was dropped or renamed'],
  [
    'alter table cards alter number type bigint',
    'column number changed its type from integer to bigint',
  ],
  [
    'alter table cards add place int not null',
    'column place is new, NOT NULL and without a default',
  ],
  ['alter table cards alter note set not null', 'column note is NOT NULL now'],
  ['alter table cards alter title drop not null', 'column title allows NULL now'],
  ['alter table cards alter title drop default', 'column title lost its default'],
  [
    'alter table cards alter number add generated always as identity',
    'column number changed from written to always',
  ],
  [
    "alter table cards drop constraint cards_status_check, add constraint cards_status_check check (status in ('open', 'late'))",
    "constraint cards_status_check is new or narrower, CHECK ((status = ANY (ARRAY['open'::text, 'late'::text])))",
  ],
  [
    'alter table cards add constraint short check (length(title) < 9)',
    'constraint short is new or narrower, CHECK ((length(title) < 9))',
  ],
  [
    "alter table cards add place int, add constraint placed check (status <> 'done' or place > 0)",
    "constraint placed is new or narrower, CHECK (((status <> 'done'::text) OR (place > 0)))",
  ],
  [
    'alter table cards add constraint self foreign key (note) references cards (id)',
    'constraint self is new or narrower, FOREIGN KEY (note) REFERENCES cards(id)',
  ],
  [
    'alter table cards drop constraint cards_board',
    'foreign key cards_board was dropped or changed, FOREIGN KEY (board_id) REFERENCES boards(id) ON DELETE CASCADE',
  ],
  [
    'create unique index titles on cards (org_id, title)',
    'unique index titles is new, (org_id, title)',
  ],
  [
    "create unique index dues on cards (org_id, due) where (status = 'open')",
    "unique index dues is new, (org_id, due) WHERE (status = 'open'::text)",
  ],
  [
    'alter table cards drop constraint cards_number',
    'unique index cards_number was dropped, renamed or changed, (org_id, number)',
  ],
  [
    'alter index cards_number rename to numbers',
    'unique index cards_number was dropped, renamed or changed, (org_id, number)',
  ],
])('refuses "%s"', async (statements, change) => {
  expect(await compareAfter(statements)).toEqual([`table board.cards: ${change}`])
})

test.each([
  ['create table notes (id text primary key, body text not null)'],
  ['alter table cards add place int'],
  ['alter table cards add place int not null default 0'],
  ['alter table cards add place int generated always as identity'],
  ['alter table cards add place int check (place > 0)'],
  ['alter table cards add parent text references cards (id) on delete cascade'],
  ['alter table cards add place int, add unique (org_id, place)'],
  ['create unique index ids on cards (org_id, id)'],
  ['create index dues on cards (org_id, due)'],
  ["alter table cards alter title set default 'Untitled'"],
  ["alter table cards alter status set default 'open'"],
  ['alter table cards drop constraint cards_status_check'],
  [
    "alter table cards drop constraint cards_status_check, add constraint cards_status_check check (status in ('open', 'late', 'done'))",
  ],
])('accepts "%s"', async (statements) => {
  expect(await compareAfter(statements)).toEqual([])
})

test('refuses a new unique index whose new column is not empty in rows of the last release', async () => {
  const added = 'alter table cards add place int not null default 0, add unique (org_id, place)'
  expect(await compareAfter(added)).toEqual([
    'table board.cards: unique index cards_org_id_place_key is new, (org_id, place)',
  ])
})
