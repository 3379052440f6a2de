import { type Buyer, type Invoice, invoiceTotals, type Seller } from '@atrium/contracts'
import type { DocumentContent } from './document-content.ts'

const when = '2026-01-02T09:00:00.000Z'
const day = '2026-01-02'
const vatRateBps = 2_000
const lineItems = [
  { description: 'Consulting, 3 hours', quantity: 1.5, unitAmountCents: 12_345 },
  { description: 'Travel', quantity: 1, unitAmountCents: 8_990, unit: 'km' },
]

const seller: Seller = {
  name: 'Seller SARL',
  line1: '1 Quay',
  line2: null,
  city: 'Lyon',
  postalCode: '69002',
  country: 'FR',
  taxId: 'FR40987654321',
  registration: '987 654 321',
  email: 'seller@example.com',
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
}

const buyer: Buyer = {
  name: 'Buyer GmbH & Co. KG',
  email: 'buyer@example.com',
  billingLine1: 'Wörthstraße 12',
  billingLine2: null,
  billingCity: 'Köln',
  billingPostalCode: '50667',
  billingState: null,
  billingCountry: 'DE',
  taxId: null,
  language: null,
}

const invoice: Invoice = {
  ...invoiceTotals(lineItems, vatRateBps),
  id: 'inv_warm_up',
  number: 'INV-2026-000123',
  customerId: 'cus_warm_up',
  offerId: null,
  scheduleId: null,
  source: 'one_off',
  status: 'open',
  currency: 'EUR',
  vatRateBps,
  lineItems,
  issueDate: when,
  issuedOn: day,
  dueDate: when,
  dueOn: day,
  createdAt: when,
  updatedAt: when,
  amountDueCents: 0,
  creditedCents: 0,
  paidCents: 0,
  refundedCents: 0,
  paidAt: null,
  paymentReference: null,
  publicToken: null,
  publicUrl: null,
  seller: null,
  buyer: null,
  mailed: null,
  remindersPaused: false,
  note: 'Thank you for your order.',
  footer: null,
  orderNumber: '4711',
  buyerReference: null,
  contractNumber: null,
  serviceFrom: null,
  serviceTo: null,
  recipients: null,
  paymentsInvoiceId: null,
  paymentsAccountId: null,
  paymentsHostedInvoiceUrl: null,
  paymentsInvoicePdfUrl: null,
}

/**
 * Documents that nobody reads, one per language. The first document of a thread takes half a
 * second, because fonts are parsed by table and code compiles when it first runs.
 */
export const warmUpDocuments: readonly DocumentContent[] = (['en', 'fr', 'de', 'es'] as const).map(
  (language) => ({
    invoice,
    seller,
    buyer,
    language,
    delivery: { from: day, to: day },
    issuedPaid: false,
    paidOn: null,
    brandColor: '#336699',
    logo: null,
  }),
)
