import { AppError, type InvoiceSchedule, requireRole } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { finalizeInvoiceOf } from '../invoices/finalize-invoice.ts'
import { draftPeriod } from './generate-invoices.ts'
import { type ScheduleRow, scheduleErrors, toSchedule } from './schedule.ts'
import { getScheduleRow, invoicesOfPeriod } from './schedules.db.ts'

/**
 * Bills the stuck period again: the draft that it has is finalized, else one is drafted at the terms of its claim. A
 * period has one invoice that is not void, however many ask. Owner or admin. Throws `not_found`,
 * `schedule_not_stuck`, `period_written_off` (409), and what finalizing throws.
 */
export async function retryPeriod(
  deps: Deps,
  ctx: Pick<Ctx, 'principal'>,
  id: string,
): Promise<InvoiceSchedule> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await getScheduleRow(deps.db, orgId, id)
  if (!row.stuck || row.last_period === null) throw scheduleErrors.schedule_not_stuck()
  try {
    await finalizeInvoiceOf(deps, orgId, await draftOfPeriod(deps, row, row.last_period))
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'conflict') throw error
    // Another request, or the run that claimed the period, has billed it meanwhile: that is what was asked for.
    const now = await getScheduleRow(deps.db, orgId, id)
    if (now.stuck || now.last_period?.getTime() !== row.last_period.getTime()) throw error
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
    // Another request, or the run that claimed the period, drafted it meanwhile.
    const meanwhile = isUniqueViolation(error, 'invoices_period') ? await known() : undefined
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}
