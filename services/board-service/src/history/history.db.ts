import { historyPrefix } from '@atrium/contracts'
import { json } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { HistoryTable, Transaction } from '../database.ts'

export type HistoryRow = Selectable<HistoryTable>

export async function insertHistory(tx: Transaction, rows: readonly HistoryRow[]): Promise<void> {
  const written = rows.map((row) => ({
    ...row,
    author: json(row.author),
    change: json(row.change),
  }))
  await tx.insertInto('card_history').values(written).execute()
}

/** Deletes the changes of these cards, except for the newest `kept` per card. */
export async function deleteOldHistory(
  tx: Transaction,
  orgId: string,
  taskIds: readonly string[],
  kept: number,
): Promise<void> {
  await sql`delete from card_history h where org_id = ${orgId} and task_id = any(${taskIds}::text[])
    and (created_at, id) <= (
      select created_at, id from card_history o where o.org_id = h.org_id and o.task_id = h.task_id
      order by created_at desc, id desc offset ${kept} limit 1)`.execute(tx)
}

/** True if a user has changed the card's content, as far as its history goes back. */
export async function hasPersonsChanges(
  tx: Transaction,
  orgId: string,
  taskId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('card_history')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, task_id: taskId }))
    .where('kind', 'in', [`${historyPrefix}changed`, `${historyPrefix}rescheduled`])
    .where(sql<boolean>`author ->> 'type' = 'user'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
