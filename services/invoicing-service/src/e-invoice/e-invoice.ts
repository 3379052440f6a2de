import {
  type Buyer,
  countryOfVatId,
  type Invoice,
  invoiceTotals,
  lineVatCents,
  minorDigits,
  readVatId,
  type Seller,
} from '@atrium/contracts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { quantityText, rateText, scaled } from './decimal.ts'
import { findVatCategory, type VatCategory } from './vat-category.ts'

/** A seller or buyer in EN 16931 terms. */
export interface EInvoiceParty extends Omit<Seller, 'taxId' | 'registration' | 'vatExemption'> {
  /** BT-30 or BT-47, with its ISO 6523 scheme if the scheme is known. */
  registration: { id: string; scheme: string | null } | null
  /** BT-31 or BT-48. */
  vatId: string | null
  /** BT-32, sellers only: a tax id that is not a VAT identifier. */
  taxRegistration: string | null
  subdivision: string | null
  email: string | null
  /** Sellers only. */
  smallEnterprise: boolean
}

export interface EInvoiceSource extends DocumentContent {
  notes: readonly string[]
  terms: string | null
  /** Returns the reason for 0 % in the document's language. */
  reasonText: (category: VatCategory) => string | null
  /** In minor units. */
  dueCents: number
  /** Texts for the difference between the lines and the net amount. */
  adjustmentReason: { allowance: string; charge: string }
}

/**
 * True if the currency has at most two decimals, because EN 16931 allows no more in amounts
 * (BR-DEC-*).
 */
export const hasEInvoice = ({ currency }: Pick<Invoice, 'currency'>): boolean =>
  minorDigits(currency) <= 2

/**
 * Replaces the code of Kosovo, which has no ISO 3166-1 code. The EN 16931 lists use 1A, while most
 * others use XK.
 */
const toStandardCountry = (country: string | null): string | null =>
  country === 'XK' ? '1A' : country

function toRegistration(id: string | null, country: string | null): EInvoiceParty['registration'] {
  if (id === null || id.trim() === '') return null
  const digits = id.replace(/[\s.]/g, '')
  if (country === 'FR' && /^\d{9}$/.test(digits)) return { id: digits, scheme: '0002' }
  if (country === 'FR' && /^\d{14}$/.test(digits)) return { id: digits, scheme: '0009' }
  return { id: id.trim(), scheme: null }
}

export function toSellerParty(seller: Seller): EInvoiceParty {
  const { registration, taxId, country: stated, vatExemption, ...address } = seller
  const smallEnterprise = vatExemption === 'small_enterprise'
  const vatId = readVatId(taxId)
  const country = toStandardCountry(stated ?? countryOfVatId(vatId))
  return {
    ...address,
    country,
    vatId,
    smallEnterprise,
    subdivision: null,
    email: null,
    // An exempt seller without a tax number is identified by its registration (BR-E-02).
    taxRegistration:
      vatId === null
        ? (taxId ?? seller.taxNumber ?? (smallEnterprise ? registration : null))
        : null,
    registration: toRegistration(registration, country),
  }
}

export function toBuyerParty(buyer: Buyer): EInvoiceParty {
  const vatId = readVatId(buyer.taxId)
  const country = toStandardCountry(buyer.billingCountry ?? countryOfVatId(vatId))
  return {
    name: buyer.name,
    registration: vatId === null ? toRegistration(buyer.taxId, country) : null,
    vatId,
    taxRegistration: null,
    line1: buyer.billingLine1,
    line2: buyer.billingLine2,
    city: buyer.billingCity,
    postalCode: buyer.billingPostalCode,
    subdivision: buyer.billingState,
    country,
    email: buyer.email === '' ? null : buyer.email,
    smallEnterprise: false,
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Returns the VAT and the rounding to state. The platform rounds VAT per line and the standard per
 * group, with a tolerance below one currency unit (BR-CO-17). If the difference is larger, the
 * group's VAT is stated, and the difference becomes the rounding of the payable amount (BT-114).
 */
function vatAndRounding(baseCents: number, vatCents: number, bps: number, decimals: number) {
  const stated = BigInt(vatCents)
  const exact = lineVatCents(BigInt(baseCents), bps)
  const tolerated = bps > 0 && absolute(stated - exact) < 10n ** BigInt(decimals) - 1n
  return tolerated ? { tax: stated, rounding: 0n } : { tax: exact, rounding: stated - exact }
}

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

/**
 * Returns an invoice (380) or credit note (381) in EN 16931 terms. Amounts are decimals, dates are
 * `YYYY-MM-DD`. Throws `RangeError` if the invoice can have no e-invoice (`hasEInvoice`).
 */
export function toEInvoice(source: EInvoiceSource) {
  const { invoice, credits } = source
  const { currency, vatRateBps } = invoice
  const decimals = minorDigits(currency)
  if (!hasEInvoice(invoice)) throw new RangeError('The invoice has no e-invoice')
  const amount = (cents: number | bigint): string => scaled(BigInt(cents), decimals)
  const seller = toSellerParty(source.seller)
  const buyer = toBuyerParty(source.buyer)
  const totals = invoiceTotals(invoice.lineItems, vatRateBps)
  const category = findVatCategory(vatRateBps, seller, buyer)
  const isSubject = category.code !== 'O'
  const { subtotalAmountCents, vatAmountCents } = invoice
  const { tax, rounding } = vatAndRounding(
    subtotalAmountCents,
    vatAmountCents,
    vatRateBps,
    decimals,
  )
  const net = BigInt(subtotalAmountCents)
  const lines = BigInt(totals.subtotalAmountCents)
  const paid = net + tax + rounding - BigInt(source.dueCents)
  const { from, to } = source.delivery
  return {
    typeCode: credits === undefined ? ('380' as const) : ('381' as const),
    number: invoice.number ?? invoice.id,
    issueDate: invoice.issuedOn ?? invoice.createdAt.slice(0, 'YYYY-MM-DD'.length),
    dueDate: invoice.dueOn,
    // BT-72 instead of the period in BG-14.
    deliveryDate: from === to ? from : null,
    period: from === to ? null : { from, to },
    currency,
    notes: source.notes,
    terms: source.terms,
    // BG-3.
    preceding: credits ?? null,
    seller,
    // BR-O-02 forbids the buyer's VAT identifier if nothing is subject to VAT.
    buyer: isSubject ? buyer : { ...buyer, vatId: null },
    lines: invoice.lineItems.map(({ description, quantity, unitAmountCents }, index) => ({
      id: String(index + 1),
      name: description,
      // A price is never negative (BR-27), so a discount gets a negative quantity.
      quantity: quantityText(quantity, unitAmountCents < 0 ? -1n : 1n),
      unitPrice: amount(Math.abs(unitAmountCents)),
      net: amount(totals.lines[index]?.netCents ?? 0),
    })),
    // BG-20 or BG-21: the difference between the lines and the ledger's net amount, for the single
    // VAT group.
    adjustment: toAdjustment(lines - net, source.adjustmentReason, amount),
    vat: {
      ...category,
      // There is no rate if nothing is subject to VAT.
      rate: isSubject ? rateText(vatRateBps) : null,
      reasonText:
        category.reason === null ? null : (source.reasonText(category) ?? category.reason),
      base: amount(net),
      tax: amount(tax),
    },
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
