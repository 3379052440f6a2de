import { AppError, type InvoiceSchedule, scheduleErrors } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import type { PeriodTerms } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { auditSchedule } from './audit-schedule.ts'
import { draftPeriod, recordFailure } from './generate-invoices.ts'
import { type ScheduleRow, toFailure, toSchedule } from './schedule.ts'
import { recordScheduleHistory } from './schedule-history.db.ts'
import { getScheduleRow, invoicesOfPeriod, settlePeriod } from './schedules.db.ts'

/**
 * Finalizes the draft of a stuck period. If there is no draft, it is created with the terms of the
 * claim. Repeated retries leave one invoice. Throws `not_found`, `schedule_not_stuck`,
 * `period_written_off` (409), and the errors of `finalizeInvoice`.
 */
export async function retryPeriod(
  deps: Deps,
  { principal }: Ctx,
  id: string,
): Promise<InvoiceSchedule> {
  const { orgId } = principal
  const row = await getScheduleRow(deps.db, orgId, id)
  const period = row.last_period
  if (!row.stuck || period === null) throw scheduleErrors.schedule_not_stuck()
  const author = toAuthor(principal)
  try {
    const draft = await draftOfPeriod(deps, row, period)
    await finalizeInvoice(deps, orgId, draft, { author })
    await inTransaction(deps.db, undefined, async (tx) => {
      await settlePeriod(tx, row, period, null)
      const detail = { period: period.toISOString() }
      await recordScheduleHistory(deps, tx, { schedule: row, kind: 'retried', author, detail })
      await auditSchedule(tx, row, 'schedule.retried', detail)
    })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict' && (await isBilled(deps, row))) {
      return toSchedule(await getScheduleRow(deps.db, orgId, id))
    }
    await inTransaction(deps.db, undefined, (tx) =>
      recordFailure(deps, tx, {
        schedule: row,
        failure: toFailure(error, period, deps.now()),
        author,
      }),
    )
    throw error
  }
  return toSchedule(await getScheduleRow(deps.db, orgId, id))
}

/** True if a concurrent request, or the run that claimed the period, has billed it. */
async function isBilled({ db }: Deps, { org_id, id, last_period }: ScheduleRow): Promise<boolean> {
  const current = await getScheduleRow(db, org_id, id)
  return !current.stuck && current.last_period?.getTime() === last_period?.getTime()
}

/**
 * Returns the terms of the last claim. An old claim without a VAT rate gets the schedule's rate.
 */
const claimedTerms = ({
  claimed_terms: terms,
  vat_rate_bps,
}: ScheduleRow): PeriodTerms | undefined =>
  terms === null ? undefined : { vat_rate_bps, ...terms }

async function draftOfPeriod(deps: Deps, schedule: ScheduleRow, period: Date): Promise<string> {
  const findBilledInvoice = async (): Promise<string | undefined> => {
    const [invoice] = await invoicesOfPeriod(deps.db, schedule, period)
    if (invoice?.status === 'uncollectible') throw scheduleErrors.period_written_off()
    return invoice?.status === 'void' ? undefined : invoice?.id
  }
  const found = await findBilledInvoice()
  if (found !== undefined) return found
  try {
    const drafted = await inTransaction(deps.db, undefined, (tx) =>
      draftPeriod(deps, tx, { schedule, period, terms: claimedTerms(schedule) }),
    )
    return drafted.id
  } catch (error) {
    // A concurrent request, or the run that claimed the period, has drafted it.
    const meanwhile = isUniqueViolation(error, 'invoices_period')
      ? await findBilledInvoice()
      : undefined
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}
