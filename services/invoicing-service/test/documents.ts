import {
  type Buyer,
  type Invoice,
  type InvoiceLineItem,
  invoiceTotals,
  type Seller,
} from '@atrium/contracts'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { DocumentContent } from '../src/pdf/document-content.ts'

export const aSeller: Seller = {
  name: 'Harbour Studio SARL',
  line1: '1 Quai des Belges',
  line2: null,
  city: 'Marseille',
  postalCode: '13001',
  country: 'FR',
  taxId: 'FR 40 987654321',
  registration: '987 654 321',
}

export const aBuyer: Buyer = {
  name: 'Boulangerie du Port',
  email: 'accounts@bakery.example',
  billingLine1: '12 rue de la Paix',
  billingLine2: null,
  billingCity: 'Lyon',
  billingPostalCode: '69002',
  billingState: null,
  billingCountry: 'FR',
  taxId: 'FR32123456789',
  language: null,
}

/** Returns a line, by default with one unit. */
export const buildLine = (
  description: string,
  unitAmountCents: number,
  quantity: number = 1,
): InvoiceLineItem => ({ description, quantity, unitAmountCents })

const settled = { status: 'paid', paidAt: '2026-12-01T09:00:00.000Z' } as const

function toTotals({
  lineItems,
  vatRateBps,
}: Pick<DocumentContent['invoice'], 'lineItems' | 'vatRateBps'>) {
  const { subtotalAmountCents, vatAmountCents, totalAmountCents } = invoiceTotals(
    lineItems,
    vatRateBps,
  )
  return { subtotalAmountCents, vatAmountCents, totalAmountCents }
}

/** Invoice fields that its documents do not show. */
const unshown = {
  customerId: 'cus_1',
  offerId: null,
  scheduleId: null,
  source: 'one_off',
  amountDueCents: 0,
  paymentReference: null,
  publicToken: null,
  publicUrl: null,
  seller: null,
  buyer: null,
  mailed: null,
  remindersPaused: false,
  note: null,
  footer: null,
  orderNumber: null,
  buyerReference: null,
  contractNumber: null,
  serviceFrom: null,
  serviceTo: null,
  recipients: null,
  paymentsInvoiceId: null,
  paymentsAccountId: null,
  paymentsHostedInvoiceUrl: null,
  paymentsInvoicePdfUrl: null,
  updatedAt: '2026-11-20T09:00:00.000Z',
} satisfies Partial<Invoice>

interface Variation extends Partial<Omit<DocumentContent, 'invoice'>> {
  invoice?: Partial<DocumentContent['invoice']>
}

const lineItems = [buildLine('Consulting', 15_000, 2), buildLine('Travel', 8_990)]

/** Returns an issued invoice of a French seller at 20 %, with totals computed from its lines. */
export const aDocument = ({ invoice, ...more }: Variation = {}): DocumentContent => {
  const totals = toTotals({ lineItems, vatRateBps: 2_000, ...invoice })
  const totalCents = invoice?.totalAmountCents ?? totals.totalAmountCents
  const paidCents = invoice?.status === 'paid' ? totalCents - (invoice.creditedCents ?? 0) : 0
  return {
    invoice: {
      ...unshown,
      ...totals,
      id: 'inv_1',
      number: 'INV-2026-000001',
      status: 'open',
      currency: 'EUR',
      vatRateBps: 2_000,
      issueDate: '2026-11-21T09:00:00.000Z',
      issuedOn: '2026-11-21',
      dueDate: '2026-12-21T23:59:59.999Z',
      dueOn: '2026-12-21',
      createdAt: '2026-11-20T09:00:00.000Z',
      creditedCents: 0,
      paidCents,
      refundedCents: 0,
      paidAt: null,
      lineItems,
      ...invoice,
    },
    seller: aSeller,
    buyer: aBuyer,
    language: 'en',
    delivery: { from: '2026-11-21', to: '2026-11-21' },
    issuedPaid: false,
    paidOn: invoice?.paidAt?.slice(0, 10) ?? null,
    brandColor: null,
    logo: null,
    ...more,
  }
}

export const banked: Seller = {
  ...aSeller,
  legalForm: 'SARL',
  shareCapital: '10 000 EUR',
  email: 'accounts@harbour.example',
  phone: '+33 4 91 00 00 00',
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
  bankName: 'Crédit Agricole',
}
const german: Buyer = {
  ...aBuyer,
  name: 'Hafenbäckerei GmbH',
  billingCountry: 'DE',
  taxId: 'DE123456789',
}
const american: Buyer = {
  ...aBuyer,
  name: 'Port Bakery Inc.',
  billingCountry: 'US',
  billingState: 'ME',
  taxId: null,
}
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => buildLine(`Item ${n + 1}`, 1_003 + n, 1.5))

/** Documents for every VAT category and for arithmetic corner cases. */
export const documents: Readonly<Record<string, DocumentContent>> = {
  'the standard rate': aDocument(),
  'a reduced rate and broken quantities': aDocument({
    invoice: {
      vatRateBps: 550,
      lineItems: [buildLine('Bread', 333, 2.3333), buildLine('Cake', 1_999, 0.125)],
    },
  }),
  'a discount below zero': aDocument({
    invoice: { lineItems: [buildLine('Work', 100_000), buildLine('Discount', -12_345, 1.5)] },
  }),
  'the exemption of small businesses': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, taxId: null, vatExemption: 'small_enterprise' },
  }),
  'the exemption of small businesses outside of France': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, country: 'DE', taxId: '12/345/67890', vatExemption: 'small_enterprise' },
  }),
  'an exemption of a seller with a tax number': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, taxId: '987654321' },
  }),
  'an exemption of a seller with a VAT number': aDocument({ invoice: { vatRateBps: 0 } }),
  'reverse charge': aDocument({ invoice: { vatRateBps: 0 }, buyer: german, language: 'de' }),
  'a customer in Kosovo': aDocument({
    invoice: { vatRateBps: 0 },
    buyer: { ...american, billingCountry: 'XK', billingState: null },
  }),
  'an export': aDocument({ invoice: { vatRateBps: 0 }, buyer: american }),
  'a seller without a tax id': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, taxId: null },
  }),
  'a currency without decimals': aDocument({
    invoice: { currency: 'JPY', lineItems: [buildLine('Work', 15_000, 2.5)] },
  }),
  '500 lines whose rounded VAT drifts apart from that of the sum': aDocument({
    invoice: { vatRateBps: 550, lineItems: many(500) },
  }),
  'a total of zero': aDocument({ invoice: { lineItems: [buildLine('Free', 0)] } }),
  'a buyer without a tax id': aDocument({ buyer: { ...aBuyer, taxId: null } }),
  'texts that look like markup': aDocument({
    invoice: { lineItems: [buildLine('<b>&amp; "x" \u0000\u0007\uFFFE ]]>', 100)] },
    buyer: { ...aBuyer, name: '<!-- & \' " >' },
  }),
  'no due date': aDocument({ invoice: { dueDate: null, dueOn: null } }),
  'a credit note': aDocument({
    invoice: {
      number: 'CN-2026-000001',
      lineItems: [buildLine('Consulting', 15_000)],
      dueDate: null,
      dueOn: null,
    },
    credits: {
      number: 'INV-2026-000001',
      issueDate: '2026-11-21',
      reason: 'One day less',
      afterPayment: false,
    },
  }),
  'a credit note over an amount, with the rest of the VAT': aDocument({
    invoice: {
      number: 'CN-2026-000002',
      dueDate: null,
      dueOn: null,
      vatRateBps: 550,
      lineItems: [buildLine('Credit of invoice INV-2026-000001', 9_479)],
      subtotalAmountCents: 9_479,
      vatAmountCents: 523,
      totalAmountCents: 10_002,
    },
    credits: {
      number: 'INV-2026-000001',
      issueDate: '2026-11-21',
      reason: 'Goodwill',
      afterPayment: true,
    },
  }),
  'a sale with a coupon that no line states': aDocument({
    issuedPaid: true,
    invoice: {
      ...settled,
      lineItems: [buildLine('Subscription', 10_000)],
      subtotalAmountCents: 8_000,
      vatAmountCents: 1_600,
      totalAmountCents: 9_600,
    },
  }),
  'a sale with a surcharge that no line states': aDocument({
    issuedPaid: true,
    invoice: {
      ...settled,
      lineItems: [buildLine('Subscription', 10_000)],
      subtotalAmountCents: 10_500,
      vatAmountCents: 2_100,
      totalAmountCents: 12_600,
    },
  }),
  'a sale with a tax of the processor that no rate gives': aDocument({
    issuedPaid: true,
    invoice: {
      ...settled,
      vatRateBps: 1_234,
      lineItems: [buildLine('Subscription', 9_000_000)],
      subtotalAmountCents: 9_000_000,
      vatAmountCents: 1_111_111,
      totalAmountCents: 10_111_111,
    },
  }),
  'a sale with a tax on nothing': aDocument({
    issuedPaid: true,
    invoice: {
      ...settled,
      vatRateBps: 0,
      lineItems: [buildLine('Subscription', 0)],
      subtotalAmountCents: 0,
      vatAmountCents: 50,
      totalAmountCents: 50,
    },
  }),
  'two rates, a discount and units': aDocument({
    invoice: {
      vatRateBps: 1_900,
      lineItems: [
        { ...buildLine('Work', 10_001, 2.5), unit: 'Hours', discountBps: 1_000 },
        { ...buildLine('Book', 1_999, 3), unit: 'pcs', vatRateBps: 700 },
        { ...buildLine('Deduction', -5_003), discountBps: 3_333 },
      ],
      note: 'Thank you for the order.',
      footer: 'See you soon.',
      orderNumber: 'PO-77',
      buyerReference: '04011000-1234512345-06',
      contractNumber: 'C-1',
      paymentReference: 'RF94INV2026000001',
    },
    seller: banked,
    delivery: { from: '2026-10-01', to: '2026-10-31' },
  }),
  'domestic reverse charge beside the standard rate': aDocument({
    invoice: {
      vatRateBps: 1_900,
      lineItems: [
        buildLine('Plan', 10_000),
        { ...buildLine('Roof', 30_000), vatCategory: 'reverse_charge' },
      ],
    },
    seller: { ...banked, country: 'DE', taxId: 'DE136695976' },
    buyer: german,
    language: 'de',
  }),
  'an intra-Community supply': aDocument({
    invoice: {
      vatRateBps: 0,
      lineItems: [{ ...buildLine('Machine', 90_000), vatCategory: 'intra_community' }],
    },
    buyer: german,
    delivery: { from: '2026-11-20', to: '2026-11-20' },
  }),
  'every reason for 0 % together': aDocument({
    invoice: {
      vatRateBps: 2_000,
      lineItems: [
        buildLine('Taxed', 12_345),
        { ...buildLine('Zero', 1_000), vatCategory: 'zero' },
        { ...buildLine('Course', 2_000), vatCategory: 'exempt', vatReason: 'Article 261-4-4' },
        { ...buildLine('Lesson', 2_500), vatCategory: 'exempt', vatReason: 'Article 261-4-1' },
        { ...buildLine('Shipment', 3_000), vatCategory: 'export' },
        { ...buildLine('Deposit', 4_000), vatCategory: 'outside_scope' },
      ],
    },
  }),
  'only lines outside of the scope of VAT': aDocument({
    invoice: {
      vatRateBps: 2_000,
      lineItems: [{ ...buildLine('Damages', 4_000), vatCategory: 'outside_scope' }],
    },
    seller: { ...aSeller, taxId: null },
  }),
  'only lines outside of the scope of VAT, of a seller with a VAT number alone': aDocument({
    invoice: { lineItems: [{ ...buildLine('Damages', 4_000), vatCategory: 'outside_scope' }] },
    seller: { ...aSeller, registration: null },
  }),
  'a credit note over an amount at two rates': aDocument({
    invoice: {
      number: 'CN-2026-000003',
      dueDate: null,
      dueOn: null,
      lineItems: [
        { ...buildLine('Credit of invoice INV-2026-000001', 3_963), vatRateBps: 1_900 },
        { ...buildLine('Credit of invoice INV-2026-000001', 4_937), vatRateBps: 700 },
      ],
      subtotalAmountCents: 8_900,
      vatAmountCents: 1_100,
      totalAmountCents: 10_000,
    },
    credits: {
      number: 'INV-2026-000001',
      issueDate: '2026-11-21',
      reason: 'Goodwill',
      afterPayment: false,
    },
  }),
  'a paid invoice': aDocument({ invoice: settled }),
  'a paid invoice with credit before the payment': aDocument({
    invoice: { ...settled, creditedCents: 10_000 },
  }),
  'an invoice credited in part': aDocument({ invoice: { creditedCents: 10_000 } }),
  'an invoice paid in part': aDocument({ invoice: { paidCents: 10_000 } }),
  'an invoice credited in full': aDocument({ invoice: { creditedCents: 46_788 } }),
  'a void invoice': aDocument({ invoice: { status: 'void' } }),
  'an invoice that is written off': aDocument({ invoice: { status: 'uncollectible' } }),
  'a period of a schedule': aDocument({ delivery: { from: '2026-11-01', to: '2026-11-30' } }),
}

export async function filesInside(pdf: Uint8Array): Promise<Record<string, string>> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const files = document
    .getAttachments()
    .map(({ name, data }) => [name, new TextDecoder().decode(data)])
  return Object.fromEntries(files)
}
