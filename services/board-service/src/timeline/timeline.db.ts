import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, TimelineTable, Tx } from '../database.ts'

export type TimelineRow = Selectable<TimelineTable>

/** Writes an entry; undefined when the card's timeline has its key already. */
export async function insertEntry(tx: Tx, row: TimelineRow): Promise<TimelineRow | undefined> {
  return tx
    .insertInto('timeline_entries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function getEntryByKey(tx: Tx, taskId: string, key: string): Promise<TimelineRow> {
  return tx
    .selectFrom('timeline_entries')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function findEntries(
  db: Db,
  orgId: string,
  taskId: string,
  page: { sortDir: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: TimelineRow[]; total: number }> {
  const query = db.selectFrom('timeline_entries').where('org_id', '=', orgId).where('task_id', '=', taskId)
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', page.sortDir)
      .orderBy('id', page.sortDir)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

/** The asset keys of all entries of a card. */
export async function findTimelineKeys(tx: Tx, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(asset_keys) as key from timeline_entries
    where task_id = ${taskId} and asset_keys <> '{}'`.execute(tx)
  return rows.map((row) => row.key)
}
