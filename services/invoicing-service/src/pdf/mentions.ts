import { type EInvoiceSource, toBuyerParty, toSellerParty } from '../e-invoice/e-invoice.ts'
import { findVatCategory, type VatCategory } from '../e-invoice/vat-category.ts'
import { asIssued, calculateDue, type DocumentContent } from './document-content.ts'
import { documentWords, filled } from './document-words.ts'
import { documentFormat } from './format.ts'

/**
 * Returns the legal mentions in the document's language. A credit note demands nothing, so it has
 * no penalties.
 */
export function listMentions(content: DocumentContent) {
  const { invoice, seller: given, buyer, language, credits } = content
  const words = documentWords[language]
  const seller = toSellerParty(given)
  const { reason } = findVatCategory(invoice.vatRateBps, seller, toBuyerParty(buyer))
  const exemption = reason === null ? null : words.reasons[reason]
  if (credits !== undefined) {
    // Some validators require payment terms in credit notes too (BR-CO-25).
    const terms = credits.afterPayment ? words.termsWhenRefunded : words.termsWhenDeducted
    return { exemption, terms: filled(terms, { number: credits.number }), penalties: null }
  }
  const penalties = seller.country === 'FR' ? words.penaltiesInFrance : words.penalties
  return { exemption, terms: formatTerms(content), penalties }
}

/**
 * Returns when and what to pay. If nothing is due, no due date is stated, because it would be
 * contradictory.
 */
function formatTerms(content: DocumentContent): string {
  const { dueOn, status, currency, creditedCents } = content.invoice
  const words = documentWords[content.language]
  const format = documentFormat(words.locale, currency)
  const due = calculateDue(content)
  if (status === 'void') return words.termsWhenVoid
  if (status === 'paid' && content.paidOn !== null) {
    return filled(words.termsWhenPaid, { date: format.date(content.paidOn) })
  }
  if (due === 0 && creditedCents > 0) return words.termsWhenCredited
  const terms =
    dueOn === null ? words.termsOnReceipt : filled(words.terms, { date: format.date(dueOn) })
  if (creditedCents === 0) return terms
  const rest = { credited: format.amount(creditedCents), due: format.amount(due) }
  return `${filled(words.termsOfRest, rest)} ${terms}`
}

/**
 * Returns the e-invoice data of the document as issued. An accountant books payments and credit
 * notes from their own documents, so they must not be counted here.
 */
export function toEInvoiceSource(shown: DocumentContent): EInvoiceSource {
  const content = asIssued(shown)
  const { terms, penalties } = listMentions(content)
  const { reasons, allowance, charge } = documentWords[content.language]
  return {
    ...content,
    terms,
    dueCents: calculateDue(content),
    adjustmentReason: { allowance, charge },
    notes: [content.credits?.reason, penalties].filter((note) => typeof note === 'string'),
    reasonText: ({ reason }: VatCategory) => reason && reasons[reason],
  }
}
