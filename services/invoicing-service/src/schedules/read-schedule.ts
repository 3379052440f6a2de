import type { ScheduleInvoicesQuery } from '@atrium/contracts'
import { MomentPosition, parseCursor, toPage } from '../cursor.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { toSchedule } from './schedule.ts'
import { getScheduleRow, listInvoicesOfSchedule, newestStuckRow } from './schedules.db.ts'

const notOurs = 'This page link is no longer valid. Open the list again.'

/**
 * Returns a schedule with a page of its invoices, latest period first. Throws `not_found`,
 * `validation_failed`.
 */
export async function readSchedule(
  deps: Deps,
  { principal }: Ctx,
  { id, query }: { id: string; query: ScheduleInvoicesQuery },
) {
  const { db } = deps
  const { orgId } = principal
  const { limit, cursor } = query
  const after = cursor === undefined ? undefined : parseCursor(MomentPosition, cursor, notOurs)
  const row = await getScheduleRow(db, orgId, id)
  const found = await listInvoicesOfSchedule(db, orgId, id, { limit: limit + 1, after })
  const { rows, next } = toPage(found, limit, ({ period, id }) => [period, id])
  return { ...toSchedule(row), invoices: rows.map((invoice) => toInvoice(deps, invoice)), next }
}

export async function newestStuckSchedule({ db }: Pick<Deps, 'db'>, orgId: string) {
  const row = await newestStuckRow(db, orgId)
  return row && { ...toSchedule(row), count: Number(row.count) }
}
