import {
  adoptVat,
  type CreateCreditNote,
  invoiceErrors,
  type RateTotals,
  splitCredit,
  sumRates,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Ctx, Deps, Settle } from '../deps.ts'
import { isPaying, lockCreditable, uncreditedAmounts } from '../invoices/credit-invoice.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { amountDue, type InvoiceRow } from '../invoices/invoice.ts'
import { requireRatesOfCategories } from '../invoices/vat-groups.ts'
import { formatAmount } from '../pdf/format.ts'
import { attempt } from '../sweep.ts'
import type { CreditNoteRow } from './credit-note.ts'
import { findUncreditedGroups } from './credit-notes.db.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { mirrorCreditNote } from './mirror-credit-note.ts'

function splitByVat(
  invoice: InvoiceRow,
  input: CreateCreditNote,
  uncredited: readonly RateTotals[],
): RateTotals[] {
  // The paid part of an open invoice is not credited, because that would owe the customer money.
  const isPartlyPaid = Number(invoice.recorded_cents) > 0 && invoice.status !== 'paid'
  const most = isPartlyPaid ? amountDue(invoice) : uncreditedAmounts(invoice).totalAmountCents
  const isWhole = input.lineItems === undefined && input.amountCents === undefined
  const asked = isPartlyPaid && isWhole ? { ...input, amountCents: most } : input
  const groups = most === 0 ? undefined : findSplit(invoice, asked, uncredited)
  const total = groups === undefined ? 0 : sumRates(groups).totalAmountCents
  if (groups === undefined || total > most) {
    const rest = formatAmount(most, invoice.currency)
    throw invoiceErrors.exceeds_invoice({
      message: `Only ${rest} of the invoice is left, VAT included. Enter a smaller amount.`,
    })
  }
  if (total <= 0) throw invoiceErrors.credit_not_positive()
  return groups
}

function findSplit(
  invoice: InvoiceRow,
  input: CreateCreditNote,
  uncredited: readonly RateTotals[],
): RateTotals[] | undefined {
  try {
    return splitCredit(uncredited, invoice.vat_rate_bps, input)
  } catch (cause) {
    throw cause instanceof RangeError ? invoiceErrors.amount_too_large({ cause }) : cause
  }
}

/**
 * Creates a credit note. Its number, the note and the invoice amounts commit together under the
 * invoice lock. The processor receives the note afterwards. Throws `not_found`,
 * `invoice_not_issued`, `invoice_void`, `exceeds_invoice` (409), `credit_not_positive`,
 * `amount_too_large`, `vat_rate_invalid` (422).
 */
export async function createCreditNote(
  deps: Deps,
  { principal, tx: joined }: Ctx,
  {
    invoiceId,
    input,
    settle,
  }: { invoiceId: string; input: CreateCreditNote; settle: Settle<CreditNoteRow> },
): Promise<CreditNoteRow> {
  await refreshTimeZone(deps, principal.orgId, joined)
  const note = await inTransaction(deps.db, joined, async (tx) => {
    const invoice = await lockCreditable(tx, principal.orgId, invoiceId)
    requireRatesOfCategories(input.lineItems ?? [])
    const uncredited = await findUncreditedGroups(tx, invoice)
    const row = await issueCreditNote(deps, tx, invoice, {
      vatGroups: splitByVat(invoice, input, uncredited),
      lineItems: input.lineItems && adoptVat(input.lineItems, uncredited, invoice.vat_rate_bps),
      reason: input.reason,
      after_payment: isPaying(invoice),
      mirror: invoice.payments_invoice_id === null ? 'none' : 'pending',
      author: toAuthor(principal),
    })
    await settle(tx, row)
    return row
  })
  const { processor } = deps
  // If the transaction belongs to the caller, the note is not committed yet.
  if (processor !== null && joined === undefined) {
    await attempt(deps, 'credit note', () => mirrorCreditNote(deps, processor, note))
  }
  return note
}
