import {
  type ChangeAuthor,
  failuresAtMost,
  type GenerateInvoices,
  ScheduleClaimed,
  type ScheduleFailure,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import pLimit from 'p-limit'
import type { z } from 'zod'
import type { OrgKey, PeriodTerms, Transaction } from '../database.ts'
import type { Deps, IdSource } from '../deps.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoice, openDraft } from '../invoices/finalize-invoice.ts'
import { platformAuthor } from '../invoices/history/history.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { issuesAtProcessor } from '../invoices/processor/find-issuing-processor.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { takingTurns } from '../sweep.ts'
import { endOfPeriod, termsOfPeriod } from './period-terms.ts'
import { toClaim } from './periods.ts'
import { type ScheduleRow, toFailure } from './schedule.ts'
import { recordScheduleHistory } from './schedule-history.db.ts'
import { claimPeriod, listDueSchedules, settlePeriod } from './schedules.db.ts'

export type Generated = z.output<typeof GenerateInvoices.output>

const concurrency = 4
// The processor takes seconds per invoice, and the caller's timeout is two minutes.
const beginForMs = 60_000

/**
 * Bills one period of each due schedule, at most `limit`, and starts none after `forMs`
 * milliseconds. A failure is neither retried nor rolled back, but leaves its schedule stuck. Call
 * again while `remaining` is set.
 */
export async function generateInvoices(
  deps: Deps,
  limit: number,
  forMs = beginForMs,
  orgId?: string,
) {
  const until = performance.now() + forMs
  const due = await listDueSchedules(deps.db, deps.now(), limit, orgId)
  const result: Generated = { claimed: 0, finalized: 0, failed: 0, failures: [], remaining: false }
  // Invoices of one org are numbered in sequence, and different orgs run concurrently.
  await pLimit(concurrency).map(takingTurns(due), async (schedule, index) => {
    if (index >= concurrency && performance.now() >= until) return
    const outcome = await billPeriod(deps, schedule)
    if (outcome === 'lost') return
    result.claimed += 1
    if (outcome === 'finalized') result.finalized += 1
    else result.failed += 1
    if (outcome === 'finalized' || orgId === undefined || result.failures.length >= failuresAtMost)
      return
    const { period, code, reason } = outcome
    const { id: scheduleId, description } = schedule
    result.failures.push({ scheduleId, description, period, code, reason })
  })
  result.remaining = (await listDueSchedules(deps.db, deps.now(), 1, orgId)).length > 0
  return result
}

type Outcome = 'lost' | 'finalized' | ScheduleFailure

async function billPeriod(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  const inSteps = await issuesAtProcessor(deps, deps.db, schedule.org_id)
  try {
    return await (inSteps ? billInSteps(deps, schedule) : billAtOnce(deps, schedule))
  } catch (error) {
    const period = schedule.next_invoice_date
    deps.logger.error(
      { err: error, schedule: schedule.id, period: period.toISOString() },
      '[schedules] a claimed period could not be invoiced',
    )
    const failure = toFailure(error, period, deps.now())
    const isKept = await inTransaction(deps.db, undefined, async (tx) => {
      // Without a processor the rollback also undid the claim, so claim again to keep it.
      if (!inSteps && !(await claim(deps, tx, schedule))) return false
      await recordFailure(deps, tx, { schedule, failure })
      return true
    })
    return isKept ? failure : 'lost'
  }
}

/** Stores why billing the last claimed period failed, and shows it in the timeline. */
export async function recordFailure(
  deps: IdSource,
  tx: Transaction,
  {
    schedule,
    failure,
    author = platformAuthor,
  }: { schedule: OrgKey; failure: ScheduleFailure; author?: ChangeAuthor | undefined },
): Promise<void> {
  const { period, code, reason } = failure
  if (!(await settlePeriod(tx, schedule, new Date(period), failure))) return
  await recordScheduleHistory(deps, tx, {
    schedule,
    kind: 'failed',
    author,
    detail: { period, code, reason },
  })
}

/**
 * Bills a schedule without a processor. Claim and invoice are one transaction, so a crash leaves
 * neither.
 */
async function billAtOnce(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  const { seller } = await sellerToFreeze(deps, schedule.org_id)
  return inTransaction(deps.db, undefined, async (tx) => {
    if (!(await claim(deps, tx, schedule))) return 'lost'
    const drafted = await draftPeriod(deps, tx, { schedule, period: schedule.next_invoice_date })
    await openDraft(deps, tx, { draft: drafted, seller })
    return 'finalized'
  })
}

/** Bills a schedule with a processor. The claim is stored before the first call. */
async function billInSteps(deps: Deps, schedule: ScheduleRow): Promise<Outcome> {
  const claimed = await inTransaction(deps.db, undefined, (tx) => claim(deps, tx, schedule))
  if (!claimed) return 'lost'
  const drafted = await inTransaction(deps.db, undefined, (tx) =>
    draftPeriod(deps, tx, { schedule, period: schedule.next_invoice_date }),
  )
  await finalizeInvoice(deps, schedule.org_id, drafted.id)
  return 'finalized'
}

async function claim(deps: Deps, tx: Transaction, schedule: ScheduleRow): Promise<boolean> {
  const period = schedule.next_invoice_date
  const { next, completes } = toClaim(schedule)
  const terms = termsOfPeriod(schedule, period)
  if (!(await claimPeriod(tx, schedule, { next, completes, terms }, deps.now()))) return false
  const data = { scheduleId: schedule.id, period: period.toISOString() }
  await emit(tx, ScheduleClaimed, schedule.org_id, data)
  if (completes)
    await recordScheduleHistory(deps, tx, { schedule, kind: 'completed', author: platformAuthor })
  return true
}

/** Drafts a period with the terms from its claim, so later changes to the offer have no effect. */
export const draftPeriod = (
  deps: IdSource,
  tx: Transaction,
  {
    schedule,
    period,
    terms: { description, unit_amount_cents, currency, vat_rate_bps } = termsOfPeriod(
      schedule,
      period,
    ),
  }: { schedule: ScheduleRow; period: Date; terms?: PeriodTerms | undefined },
): Promise<InvoiceRow> =>
  draftInvoice(deps, tx, {
    orgId: schedule.org_id,
    input: { customerId: schedule.customer_id, vatRateBps: vat_rate_bps },
    content: {
      lineItems: [{ description, quantity: 1, unitAmountCents: Number(unit_amount_cents) }],
      currency,
      offerId: schedule.offer_id,
    },
    origin: {
      source: 'recurring',
      schedule_id: schedule.id,
      period,
      service_from: period,
      service_until: endOfPeriod(schedule, period),
    },
  })
