import type { DocumentContent } from '../pdf/document-content.ts'

/** How to pay (BG-16), with the bank account (BG-17) if there is one. */
export interface PaymentMeans {
  /** UNTDID 4461: 58 is a SEPA transfer, 30 another transfer, and 1 leaves the means open. */
  code: '58' | '30' | '1'
  /** BT-83. */
  reference: string | null
  account: { iban: string; bic: string | null; holder: string } | null
}

/** Returns how to pay a document, or null if it demands nothing. */
export function findPaymentMeans(
  { invoice, seller, credits }: Pick<DocumentContent, 'invoice' | 'seller' | 'credits'>,
  isDue: boolean,
): PaymentMeans | null {
  if (credits !== undefined || !isDue) return null
  const iban = seller.iban?.replaceAll(/\s/g, '') ?? ''
  if (iban === '') return null
  return {
    code: invoice.currency === 'EUR' ? '58' : '30',
    reference: invoice.paymentReference ?? invoice.number,
    account: { iban, bic: seller.bic || null, holder: seller.name },
  }
}
