import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { ensureProcessorCustomer, replaceProcessorCustomer } from '../customers/ensure-processor-customer.ts'
import type { Deps } from '../deps.ts'
import { chargingAccount } from '../payments/charging-account.ts'
import { ensureTaxRate, replaceTaxRate } from '../payments/ensure-tax-rate.ts'
import { isRefusal, type Processor } from '../payments/processor.ts'
import { discardPush } from './discard-push.ts'
import { defaultDueDate, type InvoiceRow, invoiceErrors, requireNotNegative } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow } from './invoices.db.ts'
import { issuePush } from './issue-push.ts'
import { expectedNumber } from './numbers.db.ts'
import { getPush, insertPush, isResumable, liveInvoicePushes, type PushRow } from './pushes.db.ts'

type Remedy = 'another attempt' | 'another customer' | 'another tax rate'

/**
 * Issues a draft at the processor up to its finalized state, outside of any transaction. Each step's result is
 * stored before the next one, and each has its own idempotency key, so that a repetition after a crash continues
 * where it stopped; an attempt at older content is taken back first, and so is one that the processor will not let
 * continue, because it repeats an earlier failure under the step's key or lost the customer or the tax rate, which
 * are then made anew. Throws `invoice_not_draft`, `negative_total`, `charges_not_enabled`, `account_mismatch`,
 * `total_mismatch`, `unavailable`, `processor_refused`.
 */
export async function pushInvoice(
  deps: Deps,
  processor: Processor,
  orgId: string,
  id: string,
): Promise<PushRow> {
  const draft = await getInvoiceRow(deps.db, orgId, id)
  if (draft.status !== 'draft') throw invoiceErrors.invoice_not_draft()
  requireNotNegative(draft)
  const accountId = await chargingAccount(deps, processor, orgId)
  const tried = new Set<Remedy>()
  for (;;) {
    const customerId = await ensureProcessorCustomer(deps, processor, accountId, orgId, draft.customer_id)
    const taxRateId = await ensureTaxRate(deps, processor, accountId, draft.vat_rate_bps)
    const push = await currentPush(deps, processor, draft, accountId, customerId)
    try {
      return await issuePush(deps, processor, draft, push, taxRateId)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'conflict') throw error
      const now = await getPush(deps.db, push)
      const remedy = remedyOf(error, now)
      // Of an unknown outcome nothing is taken back: the same attempt goes on.
      if (remedy === undefined && error.kind === 'unavailable') throw error
      await discardPush(deps, processor, now)
      if (remedy === undefined || tried.has(remedy)) throw error
      tried.add(remedy)
      if (remedy === 'another customer') {
        await replaceProcessorCustomer(deps, processor, accountId, orgId, draft.customer_id, customerId)
      } else if (remedy === 'another tax rate') {
        await replaceTaxRate(deps, processor, accountId, draft.vat_rate_bps, taxRateId)
      }
    }
  }
}

/** What may help after an error; undefined when nothing does. */
function remedyOf(error: AppError, push: PushRow): Remedy | undefined {
  if (error.code === 'processor_failed_before') return 'another attempt'
  if (!isRefusal(error) || !error.missing) return undefined
  // The first step names nothing but the customer.
  if (push.payments_invoice_id === null || error.parameter === 'customer') return 'another customer'
  return error.parameter?.startsWith('tax_rates') === true ? 'another tax rate' : undefined
}

const day = 86_400_000

/** The attempt at the draft's present content: the unfinished one, or a new one with older attempts discarded. */
async function currentPush(
  deps: Deps,
  processor: Processor,
  draft: InvoiceRow,
  accountId: string,
  customerId: string,
): Promise<PushRow> {
  const now = deps.now()
  const isCurrent = (push: PushRow): boolean =>
    push.version === draft.version &&
    push.account_id === accountId &&
    push.processor_customer_id === customerId &&
    (push.state === 'finalized' || isResumable(push, now))
  for (const push of await liveInvoicePushes(deps.db, draft.id)) {
    if (!isCurrent(push)) await discardPush(deps, processor, push)
  }
  const number = draft.number ?? (await expectedNumber(deps.db, draft.org_id, now.getUTCFullYear()))
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, draft.org_id, draft.id)
    if (row.status !== 'draft') throw invoiceErrors.invoice_not_draft()
    if (row.version !== draft.version) throw invoiceErrors.invoice_changed()
    const unfinished = (await liveInvoicePushes(tx, draft.id)).find(isCurrent)
    if (unfinished !== undefined) return unfinished
    const due = draft.due_date ?? defaultDueDate(now)
    return insertPush(tx, {
      invoice_id: draft.id,
      org_id: draft.org_id,
      version: draft.version,
      account_id: accountId,
      processor_customer_id: customerId,
      currency: draft.currency,
      created_number: number,
      // The processor refuses a due date that has passed.
      due_date: new Date(Math.max(due.getTime(), now.getTime() + day)),
    })
  })
}
