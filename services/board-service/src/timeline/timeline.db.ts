import type { CardChange, ChangeAuthor, TimelineQuery } from '@atrium/contracts'
import { readPage } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Db, HistoryTable, TimelineTable, Transaction } from '../database.ts'

export type TimelineRow = Selectable<TimelineTable>

export async function insertEntry(
  tx: Transaction,
  row: TimelineRow,
): Promise<TimelineRow | undefined> {
  return tx
    .insertInto('timeline_entries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

const selectEntries = (db: Db, orgId: string, taskId: string) =>
  db.selectFrom('timeline_entries').where('org_id', '=', orgId).where('task_id', '=', taskId)

export async function getEntryByKey(tx: Transaction, orgId: string, taskId: string, key: string) {
  return selectEntries(tx, orgId, taskId)
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** A timeline entry, or a card change. */
export type ShownRow = Omit<Selectable<HistoryTable>, 'org_id' | 'task_id' | 'change'> & {
  change: CardChange | null
}

const selectWritten = (db: Db, orgId: string, taskId: string) =>
  selectEntries(db, orgId, taskId).select([
    'id',
    'kind',
    'body',
    sql<ChangeAuthor>`jsonb_build_object('type', author_type, 'id', author_id)`.as('author'),
    sql<CardChange | null>`null::jsonb`.as('change'),
    'created_at',
  ])

const selectChanges = (db: Db, orgId: string, taskId: string) =>
  db
    .selectFrom('card_history')
    .where('org_id', '=', orgId)
    .where('task_id', '=', taskId)
    .select([
      'id',
      'kind',
      'body',
      'author',
      sql<CardChange | null>`change`.as('change'),
      'created_at',
    ])

function selectShown(db: Db, orgId: string, taskId: string, kind: TimelineQuery['kind']) {
  const [written, changes] = [selectWritten(db, orgId, taskId), selectChanges(db, orgId, taskId)]
  if (kind === 'entries') return written
  return kind === 'history' ? changes : written.unionAll(changes)
}

export const findEntries = (
  db: Db,
  orgId: string,
  taskId: string,
  { kind, sortDir, ...page }: TimelineQuery,
) =>
  readPage(
    db,
    db
      .selectFrom(selectShown(db, orgId, taskId, kind).as('entry'))
      .selectAll()
      .orderBy('created_at', sortDir)
      .orderBy('id', sortDir),
    page,
  )
