import type { Invoice } from '@atrium/contracts'
import { invoiceTotals, minorDigits } from '@atrium/contracts/document-rules'
import type { DocumentContent } from '../pdf/document-content.ts'
import { quantityText, rateText, scaled } from './decimal.ts'
import { type EInvoiceParty, toBuyerParty, toSellerParty } from './parties.ts'
import { findPaymentMeans } from './payment-means.ts'
import { findUnitCode } from './unit-codes.ts'
import { breakDownVat, type VatGroup, vatAndRounding } from './vat-breakdown.ts'

export type { EInvoiceParty } from './parties.ts'

export interface EInvoiceSource extends DocumentContent {
  notes: readonly string[]
  terms: string | null
  /** Returns the reason for 0 % in the document's language. */
  reasonText: (group: VatGroup) => string | null
  /** In minor units. */
  dueCents: number
  /** Texts for the difference between the lines and the net amount, and for discounts. */
  adjustmentReason: { allowance: string; charge: string }
}

/**
 * True if the currency has at most two decimals, because EN 16931 allows no more in amounts
 * (BR-DEC-*).
 */
export const hasEInvoice = ({ currency }: Pick<Invoice, 'currency'>): boolean =>
  minorDigits(currency) <= 2

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Returns an allowance if the processor gave a discount that no line states. Otherwise the
 * difference is a charge.
 */
function toAdjustment(
  difference: bigint,
  reasons: EInvoiceSource['adjustmentReason'],
  amount: (cents: bigint) => string,
) {
  if (difference === 0n) return null
  const kind: keyof typeof reasons = difference > 0n ? 'allowance' : 'charge'
  return { kind, amount: amount(absolute(difference)), reason: reasons[kind] }
}

/** Returns a category with its rate. There is no rate if nothing is subject to VAT. */
const toTax = ({ category, rateBps }: Pick<VatGroup, 'category' | 'rateBps'>) => ({
  code: category.code,
  rate: category.code === 'O' ? null : rateText(rateBps),
})

/** Moves a seller's only identifier, because an e-invoice without any is invalid (BR-CO-26). */
const withoutVatId = (seller: EInvoiceParty): EInvoiceParty => ({
  ...seller,
  vatId: null,
  registration:
    seller.registration ?? (seller.vatId === null ? null : { id: seller.vatId, scheme: null }),
})

/**
 * Returns an invoice (380) or credit note (381) in EN 16931 terms. Amounts are decimals, dates are
 * `YYYY-MM-DD`. Throws `RangeError` if the invoice can have no e-invoice (`hasEInvoice`).
 */
export function toEInvoice(source: EInvoiceSource) {
  const { invoice, credits } = source
  const { currency } = invoice
  const decimals = minorDigits(currency)
  if (!hasEInvoice(invoice)) throw new RangeError('The invoice has no e-invoice')
  const amount = (cents: number | bigint): string => scaled(BigInt(cents), decimals)
  const seller = toSellerParty(source.seller)
  const buyer = toBuyerParty(source.buyer)
  const totals = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  const breakdown = breakDownVat(invoice, seller, buyer)
  const isSubject = breakdown.groups.every(({ category }) => category.code !== 'O')
  const taxes = breakdown.groups.map((group) => ({
    group,
    ...vatAndRounding(group, decimals),
  }))
  const net = BigInt(invoice.subtotalAmountCents)
  const lines = BigInt(totals.subtotalAmountCents)
  const tax = taxes.reduce((sum, each) => sum + each.tax, 0n)
  const rounding = taxes.reduce((sum, each) => sum + each.rounding, 0n)
  const paid = net + tax + rounding - BigInt(source.dueCents)
  const { from, to } = source.delivery
  // A supply to another member state names the country of delivery (BR-IC-12).
  const isIntraCommunity = breakdown.groups.some(({ category }) => category.code === 'K')
  const adjustment = toAdjustment(lines - net, source.adjustmentReason, amount)
  return {
    typeCode: credits === undefined ? ('380' as const) : ('381' as const),
    number: invoice.number ?? invoice.id,
    issueDate: invoice.issuedOn ?? invoice.createdAt.slice(0, 'YYYY-MM-DD'.length),
    dueDate: invoice.dueOn,
    // BT-72 instead of the period in BG-14.
    deliveryDate: from === to ? from : null,
    period: from === to ? null : { from, to },
    deliveryCountry: isIntraCommunity ? buyer.country : null,
    currency,
    // BT-10, BT-13, BT-12.
    buyerReference: invoice.buyerReference,
    orderNumber: invoice.orderNumber,
    contractNumber: invoice.contractNumber,
    notes: source.notes,
    terms: source.terms,
    payment: findPaymentMeans(source, paid < net + tax + rounding),
    // BG-3.
    preceding: credits ?? null,
    // BR-O-02 forbids VAT identifiers if nothing is subject to VAT.
    seller: isSubject ? seller : withoutVatId(seller),
    buyer: isSubject ? buyer : { ...buyer, vatId: null },
    lines: invoice.lineItems.map((line, index) => {
      const { quantity, unitAmountCents, discountBps } = line
      const netCents = BigInt(totals.lines[index]?.netCents ?? 0)
      const undiscounted = invoiceTotals([{ quantity, unitAmountCents }], 0).subtotalAmountCents
      const vat = breakdown.lines[index]
      return {
        id: String(index + 1),
        name: line.description,
        // A price is never negative (BR-27), so a deduction gets a negative quantity.
        quantity: quantityText(quantity, unitAmountCents < 0 ? -1n : 1n),
        unitCode: findUnitCode(line.unit),
        unitPrice: amount(Math.abs(unitAmountCents)),
        // BG-27, or BG-28 if a deduction is smaller by the discount.
        discount:
          discountBps === undefined
            ? null
            : toAdjustment(BigInt(undiscounted) - netCents, source.adjustmentReason, amount),
        net: amount(netCents),
        tax: vat === undefined ? null : toTax(vat),
      }
    }),
    // BG-20 or BG-21: the difference between the lines and the ledger's net amount, in the largest
    // VAT group.
    adjustment:
      adjustment === null || breakdown.largest === undefined
        ? null
        : { ...adjustment, tax: toTax(breakdown.largest) },
    vat: taxes.map(({ group, tax: groupTax }) => ({
      ...toTax(group),
      reason: group.category.reason,
      reasonCode: group.category.reasonCode,
      reasonText:
        group.category.reason === null ? null : (source.reasonText(group) ?? group.category.reason),
      base: amount(group.netCents),
      tax: amount(groupTax),
    })),
    totals: {
      lines: amount(lines),
      net: amount(net),
      tax: amount(tax),
      gross: amount(net + tax),
      // BT-113.
      paid: paid === 0n ? null : amount(paid),
      rounding: rounding === 0n ? null : amount(rounding),
      due: amount(source.dueCents),
    },
  }
}

export type EInvoice = ReturnType<typeof toEInvoice>
export type EInvoiceLine = EInvoice['lines'][number]
export type EInvoiceTax = NonNullable<EInvoiceLine['tax']>
