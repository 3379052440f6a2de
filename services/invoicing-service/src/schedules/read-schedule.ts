import { commonErrors, type ScheduleInvoicesQuery, Timestamp } from '@atrium/contracts'
import { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { toSchedule } from './schedule.ts'
import { getScheduleRow, listInvoicesOfSchedule } from './schedules.db.ts'

const Position = z.tuple([Timestamp, z.string().max(100)])

/** Throws `validation_failed` (400). */
function parseCursor(cursor: string) {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    const errors = [{ path: 'cursor', message: 'Not a cursor of the invoices of a schedule' }]
    throw commonErrors.validation_failed({ details: { errors }, cause })
  }
}

/** A schedule with a page of its invoices, the latest period first. Throws `not_found`, `validation_failed`. */
export async function readSchedule(
  { db }: Pick<Deps, 'db'>,
  { principal: { orgId } }: Ctx,
  id: string,
  { limit, cursor }: ScheduleInvoicesQuery,
) {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const row = await getScheduleRow(db, orgId, id)
  const found = await listInvoicesOfSchedule(db, orgId, id, { limit: limit + 1, after })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const position = last && [last.period?.toISOString(), last.id]
  const next = position === undefined ? null : Buffer.from(JSON.stringify(position)).toString('base64url')
  return { ...toSchedule(row), invoices: rows.map(toInvoice), next }
}
