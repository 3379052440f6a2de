import { ScheduleClaimed } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoiceOf, openDraft } from '../invoices/finalize-invoice.ts'
import { nextPeriodDate } from './next-date.ts'
import type { ScheduleRow } from './schedule.ts'
import { claimPeriod, listDueSchedules } from './schedules.db.ts'

export interface Generated {
  claimed: number
  finalized: number
  failed: number
  /** Whether something is still due, such as the next missed period of a schedule. */
  remaining: boolean
}

const concurrency = 4

/**
 * Bills what is due, one period per schedule and call, at most `limit` periods. A failure is counted and neither
 * retried nor rolled back: its schedule shows as stuck. Call again while `remaining`.
 */
export async function generateInvoices(deps: Deps, limit: number): Promise<Generated> {
  const due = await listDueSchedules(deps.db, deps.now(), limit)
  const result: Generated = { claimed: 0, finalized: 0, failed: 0, remaining: false }
  const queue = due.values()
  const worker = async (): Promise<void> => {
    for (const schedule of queue) {
      const outcome = await billPeriod(deps, schedule)
      if (outcome === 'lost') continue
      result.claimed += 1
      result[outcome] += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  result.remaining = (await listDueSchedules(deps.db, deps.now(), 1)).length > 0
  return result
}

async function billPeriod(deps: Deps, schedule: ScheduleRow): Promise<'lost' | 'finalized' | 'failed'> {
  const now = deps.now()
  const period = schedule.next_invoice_date
  const next = nextPeriodDate(schedule.anchor_date, schedule.interval, period)
  const claimed = await inTransaction(deps.db, undefined, async (tx) => {
    if (!(await claimPeriod(tx, schedule, next, now))) return false
    await emit(tx, ScheduleClaimed, schedule.org_id, {
      scheduleId: schedule.id,
      period: period.toISOString(),
    })
    return true
  })
  if (!claimed) return 'lost'
  try {
    await issue(deps, schedule, period)
    return 'finalized'
  } catch (error) {
    deps.logger.error(
      { err: error, schedule: schedule.id, period: period.toISOString() },
      '[schedules] a claimed period could not be invoiced',
    )
    return 'failed'
  }
}

/** The period's invoice: drafted and opened at once without a processor, else drafted first. */
async function issue(deps: Deps, schedule: ScheduleRow, period: Date): Promise<void> {
  const drafted = await inTransaction(deps.db, undefined, async (tx) => {
    const draft = await draftInvoice(
      tx,
      schedule.org_id,
      { customerId: schedule.customer_id, offerId: schedule.offer_id, vatRateBps: schedule.vat_rate_bps },
      { source: 'recurring', schedule_id: schedule.id, period },
    )
    if (deps.processor === null) await openDraft(deps, tx, schedule.org_id, draft.id)
    return draft
  })
  if (deps.processor !== null) await finalizeInvoiceOf(deps, schedule.org_id, drafted.id)
}
