import type { Buyer, InvoiceLineItem, Seller } from '@atrium/contracts'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { DocumentContent } from '../src/pdf/document-content.ts'

export const aSeller: Seller = {
  name: 'Harbour Studio SARL',
  line1: '1 Quai des Belges',
  line2: null,
  city: 'Marseille',
  postalCode: '13001',
  country: 'FR',
  taxId: 'FR 40 303265045',
  registration: '303 265 045',
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

/** A line with one unit, by default. */
export const aLineOf = (
  description: string,
  unitAmountCents: number,
  quantity: number = 1,
): InvoiceLineItem => ({ description, quantity, unitAmountCents })

interface Variation extends Partial<Omit<DocumentContent, 'invoice'>> {
  invoice?: Partial<DocumentContent['invoice']>
}

/** An issued invoice of a French seller at 20 %. */
export const aDocument = ({ invoice, ...more }: Variation = {}): DocumentContent => ({
  invoice: {
    id: 'inv_1',
    number: 'INV-2026-000001',
    status: 'open',
    currency: 'EUR',
    vatRateBps: 2_000,
    issueDate: '2026-11-21T09:00:00.000Z',
    dueDate: '2026-12-21T09:00:00.000Z',
    createdAt: '2026-11-20T09:00:00.000Z',
    lineItems: [aLineOf('Consulting', 15_000, 2), aLineOf('Travel', 8_990)],
    ...invoice,
  },
  seller: aSeller,
  buyer: aBuyer,
  language: 'en',
  deliveryDate: '2026-11-21',
  brandColor: null,
  logo: null,
  ...more,
})

const german: Buyer = { ...aBuyer, name: 'Hafenbäckerei GmbH', billingCountry: 'DE', taxId: 'DE123456789' }
const american: Buyer = {
  ...aBuyer,
  name: 'Port Bakery Inc.',
  billingCountry: 'US',
  billingState: 'ME',
  taxId: null,
}
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => aLineOf(`Item ${n + 1}`, 1_003 + n, 1.5))

/** Documents of every VAT category, and of the corners of the arithmetic. */
export const documents: Readonly<Record<string, DocumentContent>> = {
  'the standard rate': aDocument(),
  'a reduced rate and broken quantities': aDocument({
    invoice: { vatRateBps: 550, lineItems: [aLineOf('Bread', 333, 2.3333), aLineOf('Cake', 1_999, 0.125)] },
  }),
  'a discount below zero': aDocument({
    invoice: { lineItems: [aLineOf('Work', 100_000), aLineOf('Discount', -12_345, 1.5)] },
  }),
  'the exemption of small businesses': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, taxId: '303265045' },
  }),
  'an exemption of a seller with a VAT number': aDocument({ invoice: { vatRateBps: 0 } }),
  'reverse charge': aDocument({ invoice: { vatRateBps: 0 }, buyer: german, language: 'de' }),
  'an export': aDocument({ invoice: { vatRateBps: 0 }, buyer: american }),
  'a seller without a tax id': aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, taxId: null },
  }),
  'a currency without decimals': aDocument({
    invoice: { currency: 'JPY', lineItems: [aLineOf('Work', 15_000, 2.5)] },
  }),
  '500 lines whose rounded VAT drifts apart from that of the sum': aDocument({
    invoice: { vatRateBps: 550, lineItems: many(500) },
  }),
  'a total of zero': aDocument({ invoice: { lineItems: [aLineOf('Free', 0)] } }),
  'a buyer without a tax id': aDocument({ buyer: { ...aBuyer, taxId: null } }),
  'texts that look like markup': aDocument({
    invoice: { lineItems: [aLineOf('<b>&amp; "x" \u0000\u0007\uFFFE ]]>', 100)] },
    buyer: { ...aBuyer, name: '<!-- & \' " >' },
  }),
  'no due date': aDocument({ invoice: { dueDate: null } }),
  'a credit note': aDocument({
    invoice: { number: 'CN-2026-000001', lineItems: [aLineOf('Consulting', 15_000)], dueDate: null },
    credits: {
      ...{ number: 'INV-2026-000001', issueDate: '2026-11-21', reason: 'One day less' },
      amounts: { subtotalAmountCents: 15_000, vatAmountCents: 3_000, totalAmountCents: 18_000 },
    },
  }),
  'a credit note over an amount, with the rest of the VAT': aDocument({
    invoice: {
      ...{ number: 'CN-2026-000002', dueDate: null, vatRateBps: 550 },
      lineItems: [aLineOf('Credit of invoice INV-2026-000001', 9_479)],
    },
    credits: {
      ...{ number: 'INV-2026-000001', issueDate: '2026-11-21', reason: 'Goodwill' },
      amounts: { subtotalAmountCents: 9_479, vatAmountCents: 523, totalAmountCents: 10_002 },
    },
  }),
}

/** The names and contents of the files inside of a PDF. */
export async function filesInside(pdf: Uint8Array): Promise<Record<string, string>> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const files = document.getAttachments().map(({ name, data }) => [name, new TextDecoder().decode(data)])
  return Object.fromEntries(files)
}
