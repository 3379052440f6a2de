import {
  type BoardColumn,
  BoardColumnsChanged,
  defaultColumns,
  invalidField,
  type PutBoardColumns,
  statusesByColumn,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { ShownColumn } from '../cards/shown-column.ts'
import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { clearLostColumns, findColumns, replaceColumns } from './columns.db.ts'

async function listColumns(db: Db, orgId: string): Promise<readonly BoardColumn[]> {
  const own = await findColumns(db, orgId)
  return own.length === 0 ? defaultColumns : own
}

export const readColumns = async ({ db }: Deps, { principal, tx }: Ctx) => ({
  items: [...(await listColumns(tx ?? db, principal.orgId))],
})

/**
 * Replaces the columns. Cards in a column that is left out, or that gets another status, return to
 * the first column of their own status.
 */
export async function putColumns(
  deps: Deps,
  ctx: Ctx,
  { items }: PutBoardColumns,
): Promise<{ items: BoardColumn[] }> {
  const { orgId, userId } = ctx.principal
  const columns = items.map(({ id, name, status }) => ({
    id: id ?? deps.newId('col'),
    name,
    status,
  }))
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    await replaceColumns(tx, orgId, columns)
    await clearLostColumns(tx, orgId, columns, deps.now())
    await emit(tx, BoardColumnsChanged, orgId, { userId })
  })
  return { items: columns }
}

/**
 * Returns the column that a request names. Undefined if it names none. Throws `validation_failed`
 * (400) if the organisation has no such column.
 */
export async function getNamedColumn(
  db: Db,
  orgId: string,
  columnId: string | null | undefined,
): Promise<BoardColumn | undefined> {
  if (columnId == null) return undefined
  const column = (await listColumns(db, orgId)).find(({ id }) => id === columnId)
  if (column === undefined) throw invalidField('columnId', 'Choose a column of your board')
  return column
}

/** Returns which cards a column shows. Undefined if the organisation has no such column. */
export async function findShownColumn(
  db: Db,
  orgId: string,
  columnId: string,
): Promise<ShownColumn | undefined> {
  const columns = await listColumns(db, orgId)
  const column = columns.find(({ id }) => id === columnId)
  if (column === undefined) return undefined
  const isFirst = columns.find(({ status }) => status === column.status) === column
  return {
    id: column.id,
    statuses: statusesByColumn[column.status],
    others: isFirst ? columns.filter((one) => one !== column).map(({ id }) => id) : undefined,
  }
}
