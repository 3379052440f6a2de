import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { ensureProcessorCustomer } from '../customers/ensure-processor-customer.ts'
import type { Deps } from '../deps.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { chargingAccount } from '../payments/charging-account.ts'
import { ensureTaxRate } from '../payments/ensure-tax-rate.ts'
import type { Processor } from '../payments/processor.ts'
import { formatAmount } from '../pdf/format.ts'
import { discardPush } from './discard-push.ts'
import { defaultDueDate, type InvoiceRow, invoiceErrors } from './invoice.ts'
import { getInvoiceRow, lockInvoiceRow } from './invoices.db.ts'
import {
  finishPush,
  getPush,
  insertPush,
  liveInvoicePushes,
  type PushRow,
  pushKey,
  updatePush,
} from './pushes.db.ts'

/**
 * Issues a draft at the processor up to its finalized state, outside of any transaction. Each step's result is
 * stored before the next one, and each has its own idempotency key, so that a repetition after a crash continues
 * where it stopped; an attempt at older content is taken back first, and so is one that the processor will not let
 * continue, because it repeats an earlier failure under the step's key. Throws `invoice_not_draft`,
 * `charges_not_enabled`, `account_mismatch`, `unavailable`, `processor_refused`.
 */
export async function pushInvoice(
  deps: Deps,
  processor: Processor,
  orgId: string,
  id: string,
): Promise<PushRow> {
  const draft = await getInvoiceRow(deps.db, orgId, id)
  if (draft.status !== 'draft') throw invoiceErrors.invoice_not_draft()
  const accountId = await chargingAccount(deps, processor, orgId)
  const customerId = await ensureProcessorCustomer(deps, processor, accountId, orgId, draft.customer_id)
  const taxRateId = await ensureTaxRate(deps, processor, accountId, draft.vat_rate_bps)
  const begun = await currentPush(deps, processor, draft, accountId, customerId)
  try {
    return await issue(deps, processor, draft, begun, taxRateId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'processor_failed_before') throw error
    await discardPush(deps, processor, await getPush(deps.db, begun))
    return issue(
      deps,
      processor,
      draft,
      await currentPush(deps, processor, draft, accountId, customerId),
      taxRateId,
    )
  }
}

/** The steps of an attempt that are not done yet. */
async function issue(
  deps: Deps,
  processor: Processor,
  draft: InvoiceRow,
  begun: PushRow,
  taxRateId: string,
): Promise<PushRow> {
  let push = begun
  const accountId = push.account_id
  if (push.payments_invoice_id === null) {
    const paymentsInvoiceId = await processor.createInvoice(accountId, {
      key: pushKey(push),
      invoiceId: draft.id,
      customerId: push.processor_customer_id,
      currency: push.currency,
      dueDate: push.due_date,
    })
    push = await updatePush(deps.db, push, { payments_invoice_id: paymentsInvoiceId })
  }
  const processorInvoiceId = push.payments_invoice_id ?? ''
  if (push.state === 'begun') {
    await addLines(processor, draft, push, processorInvoiceId, taxRateId)
    push = await updatePush(deps.db, push, { state: 'filled' })
  }
  if (push.state === 'filled') {
    const said = await processor.finalizeInvoice(accountId, processorInvoiceId, `${pushKey(push)}:finalize`)
    const ours = Number(draft.total_amount_cents)
    if (said.totalCents !== undefined && said.totalCents !== ours) {
      deps.logger.error(
        { invoice: draft.id, ours, processors: said.totalCents },
        '[payments] the processor computed another total',
      )
    }
    push = await finishPush(deps.db, push, {
      hosted_invoice_url: said.hostedInvoiceUrl,
      invoice_pdf_url: said.invoicePdf,
    })
  }
  return push
}

async function addLines(
  processor: Processor,
  draft: InvoiceRow,
  push: PushRow,
  processorInvoiceId: string,
  taxRateId: string,
): Promise<void> {
  const { lines } = invoiceTotals(draft.line_items, draft.vat_rate_bps)
  // One after the other: the processor shows lines in the order in which they came.
  for (const [index, line] of draft.line_items.entries()) {
    const description =
      line.quantity === 1
        ? line.description
        : `${line.description} (${line.quantity} × ${formatAmount(line.unitAmountCents, push.currency)})`
    await processor.addInvoiceLine(push.account_id, {
      key: `${pushKey(push)}:line:${index}`,
      processorInvoiceId,
      customerId: push.processor_customer_id,
      currency: push.currency,
      description,
      amountCents: lines[index]?.netCents ?? 0,
      taxRateId,
    })
  }
}

// The processor forgets an idempotency key after 24 hours; an attempt older than this is begun anew.
const resumableForMs = 20 * 3_600_000
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
    (push.state === 'finalized' || now.getTime() - push.created_at.getTime() < resumableForMs)
  for (const push of await liveInvoicePushes(deps.db, draft.id)) {
    if (!isCurrent(push)) await discardPush(deps, processor, push)
  }
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
      // The processor refuses a due date that has passed.
      due_date: new Date(Math.max(due.getTime(), now.getTime() + day)),
    })
  })
}
