/**
 * The functions that draw documents, without the schemas: the thread that draws them is a second
 * heap, and all contracts take 40 MB of it and half a second of its start.
 */

export { invoiceTotals, readLineVat } from './invoicing/money/invoice-totals.ts'
export { minorDigits } from './invoicing/money/minor-units.ts'
export { lineVatCents, quantityToScaled } from './invoicing/money/rounding.ts'
export { formatIban } from './invoicing/parties/bank-account.ts'
export { paymentCodeText } from './invoicing/parties/payment-code.ts'
export { countryOfVatId, isInUnion, readVatId } from './invoicing/parties/vat-id.ts'
export { foldLegalForm } from './invoicing/set-up/seller-rules.ts'
export { smallBusinessProvision } from './invoicing/set-up/small-business.ts'
