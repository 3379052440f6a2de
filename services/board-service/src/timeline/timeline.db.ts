import type { CardChange, ChangeAuthor, TimelineQuery } from '@atrium/contracts'
import { type Selectable, sql } from 'kysely'
import type { Db, TimelineTable, Transaction } from '../database.ts'

export type TimelineRow = Selectable<TimelineTable>

/** Writes an entry; undefined when the card's timeline has its key already. */
export async function insertEntry(tx: Transaction, row: TimelineRow): Promise<TimelineRow | undefined> {
  return tx
    .insertInto('timeline_entries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

const entriesOf = (db: Db, orgId: string, taskId: string) =>
  db.selectFrom('timeline_entries').where('org_id', '=', orgId).where('task_id', '=', taskId)

export async function getEntryByKey(
  tx: Transaction,
  orgId: string,
  taskId: string,
  key: string,
): Promise<TimelineRow> {
  return entriesOf(tx, orgId, taskId).selectAll().where('key', '=', key).executeTakeFirstOrThrow()
}

/** An entry, or a change of the card. */
export interface ShownRow {
  id: string
  kind: string
  body: string
  author: ChangeAuthor
  change: CardChange | null
  created_at: Date
}

const writtenOf = (db: Db, orgId: string, taskId: string) =>
  entriesOf(db, orgId, taskId).select([
    'id',
    'kind',
    'body',
    sql<ChangeAuthor>`jsonb_build_object('type', author_type, 'id', author_id)`.as('author'),
    sql<CardChange | null>`null::jsonb`.as('change'),
    'created_at',
  ])

const changesOf = (db: Db, orgId: string, taskId: string) =>
  db
    .selectFrom('card_history')
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .select(['id', 'kind', 'body', 'author', sql<CardChange | null>`change`.as('change'), 'created_at'])

function shownOf(db: Db, orgId: string, taskId: string, kind: TimelineQuery['kind']) {
  const [written, changes] = [writtenOf(db, orgId, taskId), changesOf(db, orgId, taskId)]
  if (kind === 'entries') return written
  return kind === 'history' ? changes : written.unionAll(changes)
}

export async function findEntries(
  db: Db,
  orgId: string,
  taskId: string,
  page: TimelineQuery,
): Promise<{ rows: ShownRow[]; total: number }> {
  const entries = db.selectFrom(shownOf(db, orgId, taskId, page.kind).as('entry'))
  const [rows, { count }] = await Promise.all([
    entries
      .selectAll()
      .orderBy('created_at', page.sortDir)
      .orderBy('id', page.sortDir)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    entries.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count) }
}
