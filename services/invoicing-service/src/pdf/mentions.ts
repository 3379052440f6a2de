import { buyerPartyOf, type EInvoiceSource, sellerPartyOf } from '../e-invoice/e-invoice.ts'
import { type VatCategory, vatCategoryOf } from '../e-invoice/vat-category.ts'
import { type DocumentContent, dueOf } from './document-content.ts'
import { documentWords, filled } from './document-words.ts'
import { documentFormat } from './format.ts'

/** The mentions in the document's language. A credit note demands nothing: it has no terms and no penalties. */
export function mentionsOf(content: DocumentContent) {
  const { invoice, seller: given, buyer, language, credits } = content
  const words = documentWords[language]
  const seller = sellerPartyOf(given)
  const { reason } = vatCategoryOf(invoice.vatRateBps, seller, buyerPartyOf(buyer))
  const exemption = reason === null ? null : words.reasons[reason]
  if (credits !== undefined) return { exemption, terms: null, penalties: null }
  const penalties = seller.country === 'FR' ? words.penaltiesInFrance : words.penalties
  return { exemption, terms: termsOf(content), penalties }
}

/** When and what is to be paid. What is settled asks for nothing: a stated due date would contradict it. */
function termsOf(content: DocumentContent): string {
  const { dueOn, status, currency, creditedCents } = content.invoice
  const words = documentWords[content.language]
  const format = documentFormat(words.locale, currency)
  const due = dueOf(content)
  if (status === 'void') return words.termsWhenVoid
  if (status === 'paid' && content.paidOn !== null) {
    return filled(words.termsWhenPaid, { date: format.date(content.paidOn) })
  }
  if (due === 0 && creditedCents > 0) return words.termsWhenCredited
  const terms = dueOn === null ? words.termsOnReceipt : filled(words.terms, { date: format.date(dueOn) })
  if (creditedCents === 0) return terms
  const rest = { credited: format.amount(creditedCents), due: format.amount(due) }
  return `${filled(words.termsOfRest, rest)} ${terms}`
}

export function eInvoiceSourceOf(content: DocumentContent): EInvoiceSource {
  const { terms, penalties } = mentionsOf(content)
  const { reasons, allowance, charge } = documentWords[content.language]
  return {
    ...content,
    terms,
    dueCents: dueOf(content),
    adjustmentReason: { allowance, charge },
    notes: [content.credits?.reason, penalties].filter((note) => typeof note === 'string'),
    reasonText: ({ reason }: VatCategory) => reason && reasons[reason],
  }
}
