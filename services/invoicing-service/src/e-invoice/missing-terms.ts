import type { Buyer, Seller } from '@atrium/contracts'
import { type EInvoiceParty, toBuyerParty, toSellerParty } from './parties.ts'
import { breakDownVat, type VatAmounts } from './vat-breakdown.ts'

export const isBlank = (value: string | null): boolean => value === null || value.trim() === ''

const hasNoAddress = ({
  line1,
  line2,
  city,
  postalCode,
  subdivision,
  country,
}: EInvoiceParty): boolean => [line1, line2, city, postalCode, subdivision, country].every(isBlank)

/**
 * Returns the required EN 16931 terms that the parties lack: the mandatory terms, and those that
 * the VAT categories of the lines require (EN 16931-1, section 6.4). The platform states all other
 * mandatory terms itself.
 */
export function missingTerms(invoice: VatAmounts, given: { seller: Seller; buyer: Buyer }) {
  const seller = toSellerParty(given.seller)
  const buyer = toBuyerParty(given.buyer)
  const codes = breakDownVat(invoice, seller, buyer).groups.map(({ category }) => category.code)
  const isTaxed = (...all: readonly string[]): boolean => codes.some((code) => all.includes(code))
  const isReversed = isTaxed('AE', 'K')
  const hasTaxId = !isBlank(seller.vatId) || !isBlank(seller.taxRegistration)
  const hasId = seller.registration !== null || !isBlank(seller.vatId)
  const checks = [
    {
      missing: isBlank(seller.name),
      rule: 'BR-06',
      of: 'your company’s',
      term: 'name',
      path: 'seller.name',
    },
    {
      missing: isBlank(buyer.name),
      rule: 'BR-07',
      of: 'the customer’s',
      term: 'name',
      path: 'buyer.name',
    },
    {
      missing: hasNoAddress(seller),
      rule: 'BR-08',
      of: 'your company’s',
      term: 'address',
      path: 'seller.line1',
    },
    {
      missing: isBlank(seller.country),
      rule: 'BR-09',
      of: 'your company’s',
      term: 'country',
      path: 'seller.country',
    },
    {
      missing: hasNoAddress(buyer),
      rule: 'BR-10',
      of: 'the customer’s',
      term: 'address',
      path: 'buyer.billingLine1',
    },
    {
      missing: isBlank(buyer.country),
      rule: 'BR-11',
      of: 'the customer’s',
      term: 'country',
      path: 'buyer.billingCountry',
    },
    {
      missing: !hasId,
      rule: 'BR-CO-26',
      of: 'your company’s',
      term: 'VAT number or registration',
      path: 'seller.registration',
    },
    {
      missing: isTaxed('S', 'Z') && !hasTaxId,
      rule: 'BR-S-02',
      of: 'your company’s',
      term: 'VAT or tax number',
      path: 'seller.taxId',
    },
    {
      missing: isTaxed('E') && !isTaxed('S', 'Z') && !hasTaxId,
      rule: 'BR-E-02',
      of: 'your company’s',
      term: 'VAT or tax number',
      path: 'seller.taxId',
    },
    {
      missing: isTaxed('AE', 'K', 'G') && isBlank(seller.vatId),
      rule: isTaxed('K') ? 'BR-IC-02' : isReversed ? 'BR-AE-02' : 'BR-G-02',
      of: 'your company’s',
      term: 'VAT number',
      path: 'seller.taxId',
    },
    {
      missing: isReversed && isBlank(buyer.vatId) && (isTaxed('K') || buyer.registration === null),
      rule: isTaxed('K') ? 'BR-IC-02' : 'BR-AE-02',
      of: 'the customer’s',
      term: 'VAT number',
      path: 'buyer.taxId',
    },
  ]
  return checks.filter(({ missing }) => missing).map(({ missing: _, ...term }) => term)
}
