import type { EInvoiceSource } from '../e-invoice/e-invoice.ts'
import { toBuyerParty, toSellerParty } from '../e-invoice/parties.ts'
import { breakDownVat, type VatAmounts, type VatGroup } from '../e-invoice/vat-breakdown.ts'
import { findVatCountry } from '../e-invoice/vat-category.ts'
import { asIssued, calculateDue, type DocumentContent } from './document-content.ts'
import { documentWords, filled } from './document-words.ts'
import { currencySign, documentFormat } from './format.ts'
import { findNationalReason } from './legal-reasons.ts'

/**
 * Returns the legal mentions in the document's language. A credit note demands nothing, so it has
 * no penalties.
 */
export function listMentions(content: DocumentContent) {
  const { seller, language, credits } = content
  const words = documentWords[language]
  const exemptions = listVatReasons(content)
  if (content.estimate !== undefined) return { exemptions, terms: null, penalties: null }
  if (credits !== undefined) {
    // Some validators require payment terms in credit notes too (BR-CO-25).
    const terms = credits.afterPayment ? words.termsWhenRefunded : words.termsWhenDeducted
    return { exemptions, terms: filled(terms, { number: credits.number }), penalties: null }
  }
  // A paid or void document must not threaten.
  const isDue = calculateDue(content) > 0
  const stated = toSellerParty(seller).country === 'FR' ? words.penaltiesInFrance : words.penalties
  const penalties = isDue ? stated : null
  return { exemptions, terms: formatTerms(content), penalties }
}

/** Returns why lines have 0 % VAT, one sentence for each VAT group without VAT. */
export function listVatReasons(
  content: Pick<DocumentContent, 'seller' | 'buyer' | 'language'> & { invoice: VatAmounts },
): string[] {
  const { invoice, seller, buyer } = content
  return breakDownVat(invoice, toSellerParty(seller), toBuyerParty(buyer))
    .groups.map((group) => formatReason(content, group))
    .filter((reason) => reason !== null)
}

/**
 * Returns why a VAT group has 0 %: what its lines state, else the sentence for the seller's country
 * or from the directive.
 */
function formatReason(
  { seller, buyer, language }: Pick<DocumentContent, 'seller' | 'buyer' | 'language'>,
  { category, statedReasons }: VatGroup,
): string | null {
  const { reason } = category
  if (statedReasons.length > 0) return statedReasons.join('; ')
  if (reason === null) return null
  const countries = {
    seller: findVatCountry(toSellerParty(seller)),
    buyer: findVatCountry(toBuyerParty(buyer)),
  }
  return findNationalReason(reason, language, countries) ?? documentWords[language].reasons[reason]
}

/**
 * Returns when and what to pay. If nothing is due, no due date is stated, because it would be
 * contradictory.
 */
function formatTerms(content: DocumentContent): string {
  const { dueOn, status, currency, creditedCents } = content.invoice
  const words = documentWords[content.language]
  const format = documentFormat(words.locale, currency, currencySign(currency))
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
  const { allowance, charge } = documentWords[content.language]
  return {
    ...content,
    terms,
    dueCents: calculateDue(content),
    adjustmentReason: { allowance, charge },
    // BT-22.
    notes: [
      content.invoice.note,
      content.credits?.reason,
      content.invoice.footer,
      penalties,
    ].filter((note) => typeof note === 'string'),
    reasonText: (group) => formatReason(content, group),
  }
}
