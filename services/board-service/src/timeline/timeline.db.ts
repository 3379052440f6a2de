import type { Selectable } from 'kysely'
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

export async function findEntries(
  db: Db,
  orgId: string,
  taskId: string,
  page: { sortDir: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: TimelineRow[]; total: number }> {
  const entries = entriesOf(db, orgId, taskId)
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
