import { ScheduleClaimed } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import pLimit from 'p-limit'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoice, openDraft } from '../invoices/finalize-invoice.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { takingTurns } from '../sweep.ts'
import { periodAfter } from './periods.ts'
import type { ScheduleRow } from './schedule.ts'
import { claimPeriod, listDueSchedules } from './schedules.db.ts'

export interface Generated {
  claimed: number
  finalized: number
  failed: number
  /** Whether a period is still due, such as the next missed one of a schedule. */
  remaining: boolean
}

const concurrency = 4
// The processor takes seconds for an invoice; the caller's timeout is two minutes.
const beginForMs = 60_000

/**
 * Bills due periods, of one org or of all: one period per schedule and call, at most `limit`, none begun after `forMs`
 * milliseconds. A failure is counted and neither retried nor rolled back: its schedule is stuck. Call again while
 * `remaining`.
 */
export async function generateInvoices(
  deps: Deps,
  limit: number,
  forMs = beginForMs,
  orgId?: string,
): Promise<Generated> {
  const until = performance.now() + forMs
  const due = await listDueSchedules(deps.db, deps.now(), limit, orgId)
  const result: Generated = { claimed: 0, finalized: 0, failed: 0, remaining: false }
  // The numbers of one org are given in sequence, those of two orgs concurrently.
  await pLimit(concurrency).map(takingTurns(due), async (schedule, index) => {
    if (index >= concurrency && performance.now() >= until) return
    const outcome = await billPeriod(deps, schedule)
    if (outcome === 'lost') return
    result.claimed += 1
    result[outcome] += 1
  })
  result.remaining = (await listDueSchedules(deps.db, deps.now(), 1, orgId)).length > 0
  return result
}

type Outcome = 'lost' | 'finalized' | 'failed'

async function billPeriod(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  try {
    return await (deps.processor === null ? billAtOnce(deps, schedule) : billInSteps(deps, schedule))
  } catch (error) {
    const period = schedule.next_invoice_date.toISOString()
    deps.logger.error(
      { err: error, schedule: schedule.id, period },
      '[schedules] a claimed period could not be invoiced',
    )
    if (deps.processor !== null) return 'failed'
    // The rollback included the claim, which has to last.
    const claimed = await inTransaction(deps.db, undefined, (tx) => claim(deps, tx, schedule))
    return claimed ? 'failed' : 'lost'
  }
}

/** Without a processor claim and invoice are one transaction; a crash leaves neither. */
async function billAtOnce(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  const { seller } = await sellerToFreeze(deps, schedule.org_id)
  return inTransaction(deps.db, undefined, async (tx) => {
    if (!(await claim(deps, tx, schedule))) return 'lost'
    const drafted = await draftPeriod(tx, schedule, schedule.next_invoice_date)
    await openDraft(deps, tx, drafted, seller)
    return 'finalized'
  })
}

/** With a processor the claim is stored before the first call. */
async function billInSteps(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  const claimed = await inTransaction(deps.db, undefined, (tx) => claim(deps, tx, schedule))
  if (!claimed) return 'lost'
  const drafted = await inTransaction(deps.db, undefined, (tx) =>
    draftPeriod(tx, schedule, schedule.next_invoice_date),
  )
  await finalizeInvoice(deps, schedule.org_id, drafted.id)
  return 'finalized'
}

async function claim(deps: Deps, tx: Transaction, schedule: ScheduleRow): Promise<boolean> {
  const period = schedule.next_invoice_date
  if (!(await claimPeriod(tx, schedule, periodAfter(schedule), deps.now()))) return false
  const data = { scheduleId: schedule.id, period: period.toISOString() }
  await emit(tx, ScheduleClaimed, schedule.org_id, data)
  return true
}

/** Drafts a period at the schedule's terms, which a later change of the offer does not affect. */
export const draftPeriod = (tx: Transaction, schedule: ScheduleRow, period: Date): Promise<InvoiceRow> =>
  draftInvoice(
    tx,
    schedule.org_id,
    { customerId: schedule.customer_id, vatRateBps: schedule.vat_rate_bps },
    {
      lineItems: [
        {
          description: schedule.description,
          quantity: 1,
          unitAmountCents: Number(schedule.unit_amount_cents),
        },
      ],
      currency: schedule.currency,
      offerId: schedule.offer_id,
    },
    { source: 'recurring', schedule_id: schedule.id, period },
  )
