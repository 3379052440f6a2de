import { AppError, invoiceErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { yearIn } from '../../calendar/calendar-days.ts'
import { ensureProcessorCustomer } from '../../customers/ensure-processor-customer.ts'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { formatAmount } from '../../pdf/format.ts'
import { chargingAccount, createTaxRate, ensureTaxRate } from '../../processor/accounts.ts'
import { isRefusal, type Processor, undefinedIfRefused } from '../../processor/processor.ts'
import { defaultDueDate, type InvoiceRow, requireNotNegative } from '../invoice.ts'
import { requireMove } from '../invoice-moves.ts'
import { getInvoiceRow, getOpeningTerms, lockInvoiceRow } from '../invoices.db.ts'
import { expectedNumber, reserveNumber } from '../numbers.db.ts'
import { finishPush, getPush, insertPush, listLivePushes, updatePush } from '../pushes.db.ts'
import { discardPush } from './discard-push.ts'
import { type ProcessorLine, processorLines } from './processor-lines.ts'
import { createDocument, isResumable, type PushRow, pushKey } from './push.ts'

/**
 * Issues a draft at the processor, outside of any transaction. Each step has its own key and is
 * stored before the next, so a retry continues. An attempt is discarded if the draft has changed,
 * if the processor repeats a cached failure, or if it lost the customer or the tax rate, which are
 * then created again once. Throws `precondition_failed`, `invoice_not_draft`, `negative_total`,
 * `too_many_lines`, `amount_not_chargeable`, `charges_not_enabled`, `account_mismatch`,
 * `total_mismatch`, `unavailable`, `processor_refused`.
 */
export async function pushInvoice(
  deps: Deps,
  {
    processor,
    orgId,
    id,
    ifMatch,
  }: { processor: Processor; orgId: string; id: string; ifMatch?: string | undefined },
): Promise<PushRow> {
  const draft = await getInvoiceRow(deps.db, orgId, id)
  checkIfMatch(ifMatch, versionEtag(id, draft.version))
  requireMove('finalize', draft)
  requireNotNegative(draft)
  const lines = toLines(draft)
  const { customer_id } = draft
  const account = await chargingAccount(deps, processor, orgId)
  const tried = new Set<Remedy>()
  let goneCustomer: string | undefined
  for (;;) {
    const customer = await ensureProcessorCustomer(deps, {
      processor,
      accountId: account,
      orgId,
      customerId: customer_id,
      gone: goneCustomer,
    })
    const taxRates = await ensureTaxRates(deps, processor, account, lines)
    const push = await beginPush(deps, {
      processor,
      draft,
      accountId: account,
      customerId: customer,
    })
    try {
      return await issue(deps, {
        processor,
        mirrored: { draft, lines },
        begun: push,
        taxRates,
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'conflict') throw error
      const failed = await getPush(deps.db, push)
      const remedy = findRemedy(error, failed)
      // If the outcome is unknown, a retry continues the same attempt.
      if (remedy === undefined && error.kind === 'unavailable') throw error
      await discardPush(deps, processor, failed)
      if (remedy === undefined || tried.has(remedy)) throw error
      tried.add(remedy)
      if (remedy === 'another customer') goneCustomer = customer
      if (remedy === 'another tax rate')
        for (const [rateBps, gone] of taxRates)
          await createTaxRate(deps, { processor, accountId: account, rateBps, gone })
    }
  }
}

const toLines = ({ line_items, vat_rate_bps, currency }: InvoiceRow): ProcessorLine[] =>
  processorLines({ lineItems: line_items, vatRateBps: vat_rate_bps, currency })

/** The processor's tax rate ids, by VAT rate in basis points. */
type TaxRates = ReadonlyMap<number, string>

async function ensureTaxRates(
  deps: Deps,
  processor: Processor,
  accountId: string,
  lines: readonly ProcessorLine[],
): Promise<TaxRates> {
  const taxRates = new Map<number, string>()
  for (const { vatRateBps } of lines)
    if (!taxRates.has(vatRateBps))
      taxRates.set(vatRateBps, await ensureTaxRate(deps, processor, accountId, vatRateBps))
  return taxRates
}

type Remedy = 'another attempt' | 'another customer' | 'another tax rate'

function findRemedy(error: AppError, push: PushRow): Remedy | undefined {
  if (error.code === 'processor_failed_before') return 'another attempt'
  if (!isRefusal(error) || !error.missing) return undefined
  // The first step refers only to the customer.
  if (push.payments_invoice_id === null || error.parameter === 'customer') return 'another customer'
  return error.parameter?.startsWith('tax_rates') === true ? 'another tax rate' : undefined
}

const day = 86_400_000

/**
 * Returns the unfinished attempt for the draft's current content, or a new one. Other attempts are
 * discarded.
 */
async function beginPush(
  deps: Deps,
  {
    processor,
    draft,
    accountId,
    customerId,
  }: { processor: Processor; draft: InvoiceRow; accountId: string; customerId: string },
): Promise<PushRow> {
  const now = deps.now()
  const isCurrent = (push: PushRow): boolean =>
    push.version === draft.version &&
    push.account_id === accountId &&
    push.processor_customer_id === customerId &&
    (push.state === 'finalized' || isResumable(push, now))
  for (const push of await listLivePushes(deps.db, draft)) {
    if (!isCurrent(push)) await discardPush(deps, processor, push)
  }
  const { zone, paymentTermsDays, format } = await getOpeningTerms(deps.db, draft)
  const year = yearIn(now, zone)
  const number = draft.number ?? (await expectedNumber(deps.db, draft.org_id, { format, year }))
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, draft.org_id, draft.id)
    requireMove('finalize', row)
    if (row.version !== draft.version) throw invoiceErrors.invoice_changed()
    const unfinished = (await listLivePushes(tx, draft)).find(isCurrent)
    if (unfinished !== undefined) return unfinished
    const due = draft.due_date ?? defaultDueDate(now, zone, paymentTermsDays)
    return insertPush(tx, {
      invoice_id: draft.id,
      org_id: draft.org_id,
      version: draft.version,
      account_id: accountId,
      processor_customer_id: customerId,
      currency: draft.currency,
      created_number: number,
      // The processor refuses a due date in the past.
      due_date: new Date(Math.max(due.getTime(), now.getTime() + day)),
    })
  })
}

/** Runs the remaining steps of an attempt: create, add the lines, compare the total, reserve the number, finalize. */
async function issue(
  deps: Deps,
  {
    processor,
    mirrored: { draft, lines },
    begun,
    taxRates,
  }: {
    processor: Processor
    mirrored: { draft: InvoiceRow; lines: readonly ProcessorLine[] }
    begun: PushRow
    taxRates: TaxRates
  },
): Promise<PushRow> {
  const { account_id: accountId } = begun
  const store = <R>(write: (tx: Transaction) => Promise<R>) =>
    inTransaction(deps.db, undefined, write)
  let push = begun
  if (push.payments_invoice_id === null) push = await create(deps, processor, begun)
  const id = push.payments_invoice_id ?? ''
  if (push.state === 'begun') {
    await addLines(processor, { lines, push, processorInvoiceId: id, taxRates })
    push = await store((tx) => updatePush(tx, begun, { state: 'filled' }))
  }
  if (push.state === 'filled') {
    // The processor may refuse to show the invoice, but the response to finalizing has the total.
    const shown = await processor.invoice(accountId, id).catch(undefinedIfRefused)
    requireSameTotal(deps, draft, shown?.totalCents)
    push = await store((tx) => reserveFor(tx, begun, deps.now()))
    await renumber(deps, processor, push, id)
    const issued = await processor.finalizeInvoice(accountId, id, `${pushKey(push)}:finalize`)
    requireSameTotal(deps, draft, issued.totalCents)
    const urls = { hosted_invoice_url: issued.hostedInvoiceUrl, invoice_pdf_url: issued.invoicePdf }
    await store((tx) => finishPush(tx, begun, urls))
    push = { ...push, ...urls, state: 'finalized' }
  }
  return push
}

/**
 * Creates the processor's draft with the expected number, or without a number if the processor
 * refuses it.
 */
async function create(deps: Deps, processor: Processor, begun: PushRow): Promise<PushRow> {
  const store = (changes: Parameters<typeof updatePush>[2]) =>
    inTransaction(deps.db, undefined, (tx) => updatePush(tx, begun, changes))
  try {
    return await store({ payments_invoice_id: await createDocument(processor, begun) })
  } catch (error) {
    // Another document of the account, for example a voided one, may have the number. A refusal
    // need not name the cause.
    if (!isRefusal(error) || error.missing || begun.created_number === null) throw error
  }
  const unnumbered = await store({ created_number: null })
  return store({ payments_invoice_id: await createDocument(processor, unnumbered) })
}

/** Adds lines one after the other, because the processor lists them in order of arrival. */
async function addLines(
  processor: Processor,
  {
    lines,
    push,
    processorInvoiceId,
    taxRates,
  }: {
    lines: readonly ProcessorLine[]
    push: PushRow
    processorInvoiceId: string
    taxRates: TaxRates
  },
): Promise<void> {
  const { currency, processor_customer_id: customerId } = push
  for (const [index, { vatRateBps, ...line }] of lines.entries()) {
    const key = `${pushKey(push)}:line:${index}`
    await processor.addInvoiceLine(push.account_id, {
      key,
      processorInvoiceId,
      customerId,
      currency,
      taxRateId: taxRates.get(vatRateBps) ?? '',
      ...line,
    })
  }
}

function requireSameTotal(deps: Deps, draft: InvoiceRow, total: number | undefined): void {
  const ours = Number(draft.total_amount_cents)
  if (total === undefined || total === ours) return
  const context = { invoice: draft.id, ours, processors: total }
  deps.logger.error(context, '[payments] the processor computed another total')
  const { currency } = draft
  const theirs = Number.isInteger(total)
    ? formatAmount(total, currency)
    : `a part of the smallest unit of ${currency}`
  const message = `The payment provider calculates ${theirs} for this invoice instead of ${formatAmount(ours, currency)}, so nothing was sent. Change a quantity or price so that each line’s VAT is a whole amount of ${currency}, then issue the invoice again`
  throw invoiceErrors.total_mismatch({ message })
}

/** Reserves a number for an attempt, as late as possible. */
async function reserveFor(tx: Transaction, filled: PushRow, now: Date): Promise<PushRow> {
  const row = await lockInvoiceRow(tx, filled.org_id, filled.invoice_id)
  const push = await getPush(tx, filled)
  const isCurrent =
    row.status === 'draft' && row.version === push.version && push.state === 'filled'
  if (!isCurrent) throw invoiceErrors.invoice_changed()
  if (push.number !== null) return push
  const { zone, format } = await getOpeningTerms(tx, row)
  const year = yearIn(now, zone)
  const number = row.number ?? (await reserveNumber(tx, row.org_id, { format, year }))
  return updatePush(tx, push, { number })
}

/**
 * Sets the reserved number on the processor's draft. If the processor refuses, its document keeps
 * its own number.
 */
async function renumber(
  deps: Deps,
  processor: Processor,
  push: PushRow,
  id: string,
): Promise<void> {
  const { number } = push
  if (number === null || number === push.created_number) return
  try {
    await processor.numberInvoice(push.account_id, id, number, `${pushKey(push)}:number:${number}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.logger.warn({ err: error, invoice: push.invoice_id }, '[payments] the number was refused')
  }
}
