import type { ExemptionReason } from '../e-invoice/vat-category.ts'

/** A document's texts. `{…}` marks a placeholder. */
export const en = {
  locale: 'en-GB',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  estimate: 'Estimate',
  estimated: 'Date',
  validUntil: 'Valid until',
  about: 'About invoice {number}',
  aboutDated: 'About invoice {number} of {date}',
  howToPay: 'How to pay',
  accountHolder: 'Account holder',
  bank: 'Bank',
  paymentReference: 'Reference',
  payOnline: 'Pay online',
  orderNumber: 'Your order',
  buyerReference: 'Your reference',
  contractNumber: 'Contract',
  vatColumn: 'VAT',
  capital: 'Capital {capital}',
  /** A credit note's single line if it credits an amount. */
  credited: 'Credit of invoice {number}',
  reason: 'Reason: {reason}',
  number: 'Number',
  issued: 'Issued',
  due: 'Due',
  delivered: 'Delivered',
  seller: 'From',
  buyer: 'To',
  vatId: 'VAT id {id}',
  taxId: 'Tax id {id}',
  registration: 'Registration {id}',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  net: 'Net',
  vat: 'VAT {rate}',
  total: 'Total',
  base: 'VAT {rate} on {base}',
  amountDue: 'Amount due',
  page: 'Page {page} of {pages}',
  paid: 'PAID',
  void: 'VOID',
  /** The first and last delivery day. */
  period: '{from} to {to}',
  /** Labels for an amount not stated by the lines. */
  allowance: 'Discount',
  charge: 'Surcharge',
  paidAmount: 'Paid',
  creditedAmount: 'Credited',
  terms: 'Payment is due by {date}, without discount for early payment.',
  /** Shown if an invoice has no due date. */
  termsOnReceipt: 'Payment is due on receipt, without discount for early payment.',
  termsWhenPaid: 'Paid on {date}.',
  termsWhenVoid: 'This invoice is void: nothing is to be paid.',
  termsWhenCredited: 'Credited in full: nothing is to be paid.',
  /** Terms on a credit note: deducted if the invoice was unpaid, refunded if it was paid. */
  termsWhenDeducted: 'Deducted from invoice {number}.',
  termsWhenRefunded: 'Refunded.',
  /** Shown if credit notes cover a part of the invoice. */
  termsOfRest: 'Credit notes of {credited} are taken off: {due} remain to be paid.',
  /** Shown if the debtor is in the European Union (directive 2011/7/EU). */
  penalties:
    'Late payment bears interest at the reference rate of the European Central Bank plus 8 percentage points, and a compensation of 40 EUR for recovery costs.',
  /** Shown if the seller is in France (code de commerce, L441-9 and L441-10). */
  penaltiesInFrance:
    'Late payment bears interest at three times the French legal rate, and a fixed compensation of 40 EUR for recovery costs (article L441-10 of the French commercial code).',
  reasons: {
    reverse_charge:
      'Reverse charge: VAT is due by the customer (article 196 of directive 2006/112/EC).',
    intra_community:
      'Exempt from VAT: intra-Community supply (article 138 of directive 2006/112/EC).',
    export:
      'No VAT: supply outside the European Union (articles 44 and 146 of directive 2006/112/EC).',
    franchise: 'VAT not applicable, article 293 B of the French tax code.',
    small_enterprise: 'Exempt from VAT: small enterprise (article 284 of directive 2006/112/EC).',
    exempt: 'Exempt from VAT.',
    not_subject: 'Not subject to VAT.',
  } satisfies Record<ExemptionReason, string>,
}
export type DocumentWords = typeof en
