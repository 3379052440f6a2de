import type { DocumentContent } from '../pdf/document-content.ts'
import { rateText } from './decimal.ts'
import type { EInvoice } from './e-invoice.ts'
import { isBlank } from './missing-terms.ts'
import { toBuyerParty, toSellerParty } from './parties.ts'
import { formatUbl } from './ubl.ts'

/** The identifiers of XRechnung 3.0 (BT-24) and of its business process (BT-23). */
const profile = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

const threeDigits = /\d\D*\d\D*\d/
const fullEmail = /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/
const sample = 'office@example.com'

/** Returns the missing terms that only XRechnung requires, in addition to EN 16931. */
export function missingXRechnungTerms({
  invoice,
  seller: givenSeller,
  buyer: givenBuyer,
}: Pick<DocumentContent, 'invoice' | 'seller' | 'buyer'>) {
  const seller = toSellerParty(givenSeller)
  const buyer = toBuyerParty(givenBuyer)
  const [ours, theirs] = ['your company’s', 'the customer’s']
  const { phone, email } = seller
  const checks = [
    ['BR-DE-15', invoice.buyerReference, theirs, 'reference (Leitweg-ID)', 'buyerReference'],
    ['BR-DE-3', seller.city, ours, 'city', 'seller.city'],
    ['BR-DE-4', seller.postalCode, ours, 'postal code', 'seller.postalCode'],
    ['BR-DE-6', phone ?? null, ours, 'phone number', 'seller.phone'],
    ['BR-DE-7', email, ours, 'email address', 'seller.email'],
    ['BR-DE-8', buyer.city, theirs, 'city', 'buyer.billingCity'],
    ['BR-DE-9', buyer.postalCode, theirs, 'postal code', 'buyer.billingPostalCode'],
    ['PEPPOL-EN16931-R010', buyer.email, theirs, 'email address', 'buyer.email'],
  ] as const
  const forms = [
    ['BR-DE-27', phone, threeDigits, 'phone number with at least three digits', 'seller.phone'],
    ['BR-DE-28', email, fullEmail, `full email address, for example ${sample}`, 'seller.email'],
  ] as const
  return [
    ...checks
      .filter(([, value]) => isBlank(value))
      .map(([rule, , of, term, path]) => ({ rule, of, term, path })),
    ...forms
      .filter(([, value, form]) => !isBlank(value ?? null) && !form.test(value ?? ''))
      .map(([rule, , , term, path]) => ({ rule, of: ours, term, path })),
  ]
}

/** Writes the invoice as an XRechnung in UBL. */
export const formatXRechnung = (document: EInvoice): string =>
  formatUbl(
    {
      ...document,
      // States the payment means even if the document demands nothing (BR-DE-1).
      payment: document.payment ?? { code: '1', reference: null, account: null },
      // Each VAT group states a rate, even outside the scope of VAT (BR-DE-14).
      vat: document.vat.map((group) => ({ ...group, rate: group.rate ?? rateText(0) })),
    },
    profile,
  )
