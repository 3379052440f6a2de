import {
  type Buyer,
  type Customer,
  type Invoice,
  type InvoiceTotals,
  invoiceTotals,
  type Seller,
} from '@atrium/contracts'
import { addressLines, countryName, present } from '../money/customer/billing-address.ts'
import { isCreditedInFull } from '../money/records/invoice-status.tsx'
import type { StoredOption } from './document-options.ts'
import type { ShownInvoice } from './invoice-queries.ts'

/** A line of the document. Amounts are undefined while they are being typed. */
interface DocumentLine {
  readonly key: string
  readonly description: string
  readonly quantity: string
  readonly unitCents: number | undefined
  readonly discountBps: number | undefined
  readonly netCents: number | undefined
}

type DocumentText = Exclude<StoredOption, 'recipients'>

export interface InvoiceSheet {
  readonly number: string | null
  readonly stamp: string | null
  readonly issued: string | null
  readonly due: string | null
  /** The last day of an estimate, or null if it never expires. Undefined for an invoice. */
  readonly validUntil?: string | null
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** The text before the lines. */
  readonly note: string | null
  /** The text after the totals. */
  readonly footer: string | null
  readonly orderNumber: string | null
  readonly buyerReference: string | null
  readonly contractNumber: string | null
  readonly serviceFrom: string | null
  readonly serviceTo: string | null
  readonly lines: readonly DocumentLine[]
  readonly currency: string
  readonly totals:
    | (Pick<InvoiceTotals, 'subtotalAmountCents' | 'vatAmountCents' | 'totalAmountCents'> &
        Partial<Pick<InvoiceTotals, 'rates'>>)
    | undefined
  readonly vatRateBps: number
  /** Why lines have 0 % VAT, in the document's language. Unset while the document is edited. */
  readonly vatReasons?: readonly string[]
}

/** Returns the seller's address lines, or the organisation's name if no seller is stored. */
export const sellerLines = (seller: Seller | null | undefined, org: string): string[] =>
  seller == null || seller.name === ''
    ? [org]
    : present([
        seller.name,
        seller.line1,
        seller.line2,
        [seller.postalCode, seller.city].filter(Boolean).join(' '),
        seller.country && countryName(seller.country),
        seller.taxId && `VAT ${seller.taxId}`,
        seller.registration,
      ])

export const buyerLines = (buyer: Buyer | Customer | null | undefined): string[] =>
  buyer == null
    ? []
    : present([
        buyer.name,
        ...addressLines(buyer),
        buyer.taxId && `VAT ${buyer.taxId}`,
        buyer.email,
      ])

const stamps: Readonly<Partial<Record<Invoice['status'], string>>> = {
  draft: 'Draft',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Written off',
}

/** Builds the lines of a document from its stored lines and their net amounts. */
export const toLines = (
  lineItems: Invoice['lineItems'],
  netCents: readonly number[],
): DocumentLine[] =>
  lineItems.map(({ description, quantity, unitAmountCents, unit, discountBps }, index) => ({
    key: String(index),
    description,
    quantity: unit === undefined ? String(quantity) : `${quantity} ${unit}`,
    unitCents: unitAmountCents,
    discountBps,
    netCents: netCents[index],
  }))

/** Picks the texts and references of a stored document. */
export const pickTexts = ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
}: Pick<InvoiceSheet, DocumentText>): Pick<InvoiceSheet, DocumentText> => ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
})

/** Builds the sheet of an invoice from its stored data. */
export const toSheet = (
  invoice: ShownInvoice,
  org: string,
  netCents: readonly number[],
): InvoiceSheet => ({
  number: invoice.number,
  stamp: stamps[invoice.status] ?? (isCreditedInFull(invoice) ? 'Credited' : null),
  issued: invoice.issuedOn,
  due: invoice.dueOn,
  from: sellerLines(invoice.seller, org),
  to: buyerLines(invoice.buyer),
  ...pickTexts(invoice),
  currency: invoice.currency,
  vatRateBps: invoice.vatRateBps,
  vatReasons: invoice.vatReasons ?? [],
  totals: { ...invoice, rates: invoiceTotals(invoice.lineItems, invoice.vatRateBps).rates },
  lines: toLines(invoice.lineItems, netCents),
})
