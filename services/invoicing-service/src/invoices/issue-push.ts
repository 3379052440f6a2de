import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { isRefusal, type Processor } from '../payments/processor.ts'
import { formatAmount } from '../pdf/format.ts'
import { type InvoiceRow, invoiceErrors } from './invoice.ts'
import { lockInvoiceRow } from './invoices.db.ts'
import { reserveNumber } from './numbers.db.ts'
import { finishPush, getPush, type PushRow, pushKey, updatePush } from './pushes.db.ts'

/** The steps of an attempt that are not done yet; it is finalized at the processor afterwards, and not mailed. */
export async function issuePush(
  deps: Deps,
  processor: Processor,
  draft: InvoiceRow,
  begun: PushRow,
  taxRateId: string,
): Promise<PushRow> {
  let push = begun
  const accountId = push.account_id
  if (push.payments_invoice_id === null) push = await createAtProcessor(deps, processor, push)
  const processorInvoiceId = push.payments_invoice_id ?? ''
  if (push.state === 'begun') {
    await addLines(processor, draft, push, processorInvoiceId, taxRateId)
    push = await updatePush(deps.db, push, { state: 'filled' })
  }
  if (push.state === 'filled') {
    const total = await totalAtProcessor(processor, accountId, processorInvoiceId)
    requireSameTotal(deps, draft, total)
    push = await numberAtProcessor(deps, processor, push)
    const said = await processor.finalizeInvoice(accountId, processorInvoiceId, `${pushKey(push)}:finalize`)
    requireSameTotal(deps, draft, said.totalCents)
    push = await finishPush(deps.db, push, {
      hosted_invoice_url: said.hostedInvoiceUrl,
      invoice_pdf_url: said.invoicePdf,
    })
  }
  return push
}

/** Asks the processor for the draft of an attempt, or for its id if it has made it already. */
export const createdInvoice = (processor: Processor, push: PushRow): Promise<string> =>
  processor.createInvoice(push.account_id, {
    key: pushKey(push),
    invoiceId: push.invoice_id,
    customerId: push.processor_customer_id,
    currency: push.currency,
    dueDate: push.due_date,
    number: push.created_number,
  })

async function createAtProcessor(deps: Deps, processor: Processor, begun: PushRow): Promise<PushRow> {
  try {
    return await updatePush(deps.db, begun, { payments_invoice_id: await createdInvoice(processor, begun) })
  } catch (error) {
    if (!isRefusal(error) || error.missing || begun.created_number === null) throw error
  }
  // Another document of the account may have the number, such as one that was voided; not every refusal names what
  // it is about. The draft has none at first.
  const push = await updatePush(deps.db, begun, { created_number: null })
  return updatePush(deps.db, push, { payments_invoice_id: await createdInvoice(processor, push) })
}

/**
 * Keeps a number of the org for the attempt, as late as can be, and tells the processor when its draft has another.
 * A processor that refuses it, because another document of the account has it, numbers its own page itself.
 */
async function numberAtProcessor(deps: Deps, processor: Processor, filled: PushRow): Promise<PushRow> {
  const push = await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, filled.org_id, filled.invoice_id)
    if (row.status !== 'draft' || row.version !== filled.version) throw invoiceErrors.invoice_changed()
    const now = await getPush(tx, filled)
    if (now.state !== 'filled') throw invoiceErrors.invoice_changed()
    if (now.number !== null) return now
    const year = deps.now().getUTCFullYear()
    return updatePush(tx, filled, { number: row.number ?? (await reserveNumber(tx, row.org_id, year)) })
  })
  if (push.number === null || push.number === push.created_number) return push
  const id = push.payments_invoice_id ?? ''
  try {
    await processor.numberInvoice(push.account_id, id, push.number, `${pushKey(push)}:number:${push.number}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.logger.warn({ err: error, invoice: push.invoice_id }, '[payments] the number was not taken')
  }
  return push
}

/** Undefined when the processor does not say: then its answer to the next step does. */
async function totalAtProcessor(
  processor: Processor,
  accountId: string,
  id: string,
): Promise<number | undefined> {
  try {
    return (await processor.invoice(accountId, id)).totalCents
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
}

function requireSameTotal(deps: Deps, draft: InvoiceRow, total: number | undefined): void {
  const ours = Number(draft.total_amount_cents)
  if (total === undefined || total === ours) return
  deps.logger.error(
    { invoice: draft.id, ours, processors: total },
    '[payments] the processor computed another total',
  )
  const currency = draft.currency
  throw invoiceErrors.total_mismatch({
    message: `The payment processor computes ${formatAmount(total, currency)} for this invoice instead of ${formatAmount(ours, currency)}; nothing was sent`,
  })
}

/** One after the other: the processor shows lines in the order in which they came. */
async function addLines(
  processor: Processor,
  draft: InvoiceRow,
  push: PushRow,
  processorInvoiceId: string,
  taxRateId: string,
): Promise<void> {
  const { lines } = invoiceTotals(draft.line_items, draft.vat_rate_bps)
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
