import { AppError, type InvoiceSchedule, scheduleErrors } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { authorOf } from '../invoices/history.ts'
import { draftPeriod } from './generate-invoices.ts'
import { type ScheduleRow, toSchedule } from './schedule.ts'
import { getScheduleRow, invoicesOfPeriod } from './schedules.db.ts'

/**
 * Bills the stuck period again: its draft is finalized, else one is drafted at the terms of its claim. Concurrent
 * retries leave a period one invoice that is not void. Throws `not_found`, `schedule_not_stuck`, `period_written_off`
 * (409), and the errors of `finalizeInvoice`.
 */
export async function retryPeriod(deps: Deps, { principal }: Ctx, id: string): Promise<InvoiceSchedule> {
  const { orgId } = principal
  const row = await getScheduleRow(deps.db, orgId, id)
  if (!row.stuck || row.last_period === null) throw scheduleErrors.schedule_not_stuck()
  try {
    const draft = await draftOfPeriod(deps, row, row.last_period)
    await finalizeInvoice(deps, orgId, draft, { author: authorOf(principal) })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'conflict') throw error
    // A concurrent request, or the run that claimed the period, has billed it.
    const current = await getScheduleRow(deps.db, orgId, id)
    if (current.stuck || current.last_period?.getTime() !== row.last_period.getTime()) throw error
  }
  return toSchedule(await getScheduleRow(deps.db, orgId, id))
}

async function draftOfPeriod(deps: Deps, schedule: ScheduleRow, period: Date): Promise<string> {
  const known = async (): Promise<string | undefined> => {
    const [invoice] = await invoicesOfPeriod(deps.db, schedule, period)
    if (invoice?.status === 'uncollectible') throw scheduleErrors.period_written_off()
    return invoice?.status === 'void' ? undefined : invoice?.id
  }
  const found = await known()
  if (found !== undefined) return found
  try {
    const drafted = await inTransaction(deps.db, undefined, (tx) =>
      draftPeriod(tx, { ...schedule, ...schedule.claimed_terms }, period),
    )
    return drafted.id
  } catch (error) {
    // A concurrent request, or the run that claimed the period, has drafted it.
    const meanwhile = isUniqueViolation(error, 'invoices_period') ? await known() : undefined
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}
