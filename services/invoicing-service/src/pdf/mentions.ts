import type { DocumentLanguage, Invoice } from '@atrium/contracts'
import { buyerPartyOf, type EInvoiceSource, sellerPartyOf } from '../e-invoice/e-invoice.ts'
import { type VatCategory, vatCategoryOf } from '../e-invoice/vat-category.ts'
import type { DocumentContent } from './document-content.ts'
import { documentWords, filled } from './document-words.ts'
import { documentFormat } from './format.ts'

/** The mentions of the law; null where a document has none. */
export interface Mentions {
  /** The reason why there is no VAT. */
  exemption: string | null
  terms: string | null
  /** Of late payment. */
  penalties: string | null
}

/** The mentions in the document's language. A credit note demands nothing: it has no terms and no penalties. */
export function mentionsOf({ invoice, seller: given, buyer, language, credits }: DocumentContent): Mentions {
  const words = documentWords[language]
  const seller = sellerPartyOf(given)
  const { reason } = vatCategoryOf(invoice.vatRateBps, seller, buyerPartyOf(buyer))
  const exemption = reason === null ? null : words.reasons[reason]
  if (credits !== undefined) return { exemption, terms: null, penalties: null }
  const penalties = seller.country === 'FR' ? words.penaltiesInFrance : words.penalties
  return { exemption, terms: termsOf(invoice, language), penalties }
}

function termsOf(
  { dueDate, currency }: Pick<Invoice, 'dueDate' | 'currency'>,
  language: DocumentLanguage,
): string {
  const words = documentWords[language]
  if (dueDate === null) return words.termsOnReceipt
  return filled(words.terms, { date: documentFormat(words.locale, currency).date(dueDate) })
}

/** A document as the source of its e-invoice. */
export function eInvoiceSourceOf(content: DocumentContent): EInvoiceSource {
  const { invoice, seller, buyer, language, deliveryDate, credits } = content
  const { terms, penalties } = mentionsOf(content)
  const { reasons } = documentWords[language]
  return {
    ...{ invoice, seller, buyer, deliveryDate, terms },
    notes: [credits?.reason, penalties].filter((note) => typeof note === 'string'),
    reasonText: ({ reason }: VatCategory) => reason && reasons[reason],
    ...(credits === undefined ? {} : { credits }),
  }
}
