import type { InvoiceFilters, InvoiceListItem, InvoiceListQuery } from '@atrium/contracts'
import { z } from 'zod'
import { refreshTimeZone } from '../../calendar/time-zone.ts'
import { parseCursor, toPage } from '../../cursor.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { toInvoice } from '../invoice.ts'
import {
  countInvoices,
  type ExportedRow,
  findInvoiceRows,
  isByStatus,
  type ListedRow,
  type ListFilters,
  listInvoiceRows,
  type Position,
  sortColumns,
  withCustomerIds,
} from './invoice-list.db.ts'

type Order = Pick<InvoiceFilters, 'sortBy' | 'sortDir'>

export function toPosition(row: ListedRow | ExportedRow, sortBy: Order['sortBy']): Position {
  const value = row[sortColumns[sortBy]]
  return { value: value instanceof Date ? value.toISOString() : value, id: row.id }
}

const shapes: Readonly<Record<Order['sortBy'], z.ZodType<string | null>>> = {
  issueDate: z.iso.datetime({ precision: 3 }).nullable(),
  dueDate: z.iso.datetime({ precision: 3 }).nullable(),
  totalAmountCents: z.string().regex(/^-?\d{1,16}$/),
  status: z.string().regex(/^[a-z]{1,20}$/),
}

/** Returns the position of a cursor. A cursor is valid for one order only. */
function positionAt(cursor: string, { sortBy, sortDir }: Order): Position {
  const shape = z.tuple([z.literal(sortDir), z.literal(sortBy), shapes[sortBy], z.string()])
  const [, , value, id] = parseCursor(
    shape,
    cursor,
    'This page link is no longer valid. Open the list again.',
  )
  return { value, id }
}

const toListItem = (
  deps: Deps,
  { customer_name: customerName, ...row }: ListedRow,
): InvoiceListItem => ({
  ...toInvoice(deps, row),
  customerName,
})

/** Adds the time zone, if days are filtered, and the customers with matching text. */
export async function readFilters(
  deps: Deps,
  orgId: string,
  query: InvoiceFilters,
): Promise<ListFilters> {
  const hasDays = query.from !== undefined || query.to !== undefined
  const zone = hasDays ? await refreshTimeZone(deps, orgId) : 'UTC'
  return withCustomerIds(deps.db, orgId, { ...query, zone, now: deps.now() })
}

/**
 * Returns a page of an org's invoices. Drafts have no issue date and count as newest. Throws
 * `validation_failed`.
 */
export async function listInvoices(deps: Deps, { principal }: Ctx, query: InvoiceListQuery) {
  const { db } = deps
  const { orgId } = principal
  const filters = await readFilters(deps, orgId, query)
  const { limit, offset, cursor } = query
  const after = cursor === undefined ? undefined : positionAt(cursor, query)
  const slice = { limit: limit + 1, offset, after }
  const few = isByStatus(filters) ? undefined : await findInvoiceRows(db, orgId, filters, slice)
  const [found, total] =
    few ??
    (await Promise.all([
      listInvoiceRows(db, orgId, filters, slice),
      countInvoices(db, orgId, filters, query),
    ]))
  const { rows, next } = toPage(found, limit, (row) => {
    const { value, id } = toPosition(row, query.sortBy)
    return [query.sortDir, query.sortBy, value, id]
  })
  return { items: rows.map((row) => toListItem(deps, row)), total, limit, offset, next }
}
