import type { BoardColumn } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Returns an organisation's own columns in order. Empty if it has none. */
export const findColumns = (db: Db, orgId: string): Promise<BoardColumn[]> =>
  db
    .selectFrom('board_columns')
    .select(['id', 'name', 'status'])
    .where('org_id', '=', orgId)
    .orderBy('position')
    .execute()

export async function replaceColumns(
  tx: Transaction,
  orgId: string,
  columns: readonly BoardColumn[],
): Promise<void> {
  // Two replacements of one organisation run one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('board columns ' || ${orgId}, 0))`.execute(
    tx,
  )
  await tx.deleteFrom('board_columns').where('org_id', '=', orgId).execute()
  await tx
    .insertInto('board_columns')
    .values(columns.map((column, position) => ({ ...column, org_id: orgId, position })))
    .execute()
}

/** Takes cards out of columns that are gone or have another status. */
export async function clearLostColumns(
  tx: Transaction,
  orgId: string,
  columns: readonly BoardColumn[],
  now: Date,
): Promise<void> {
  const kept = columns.map(({ id, status }) => `${id} ${status}`)
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      column_id: null,
      column_status: null,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('org_id', '=', orgId)
    .where('column_id', 'is not', null)
    .where(sql<boolean>`not (column_id || ' ' || column_status = any(${kept}::text[]))`)
    .execute()
}
