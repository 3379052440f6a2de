import type { Buyer, Seller } from '@atrium/contracts'
import { type EInvoiceParty, toBuyerParty, toSellerParty } from './e-invoice.ts'
import { findVatCategory } from './vat-category.ts'

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
 * the VAT category of the rate requires (EN 16931-1, section 6.4). The platform states all other
 * mandatory terms itself.
 */
export function missingTerms(vatRateBps: number, given: { seller: Seller; buyer: Buyer }) {
  const seller = toSellerParty(given.seller)
  const buyer = toBuyerParty(given.buyer)
  const { code } = findVatCategory(vatRateBps, seller, buyer)
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
      missing: code === 'S' && !hasTaxId,
      rule: 'BR-S-02',
      of: 'your company’s',
      term: 'VAT or tax number',
      path: 'seller.taxId',
    },
    {
      missing: code === 'E' && !hasTaxId,
      rule: 'BR-E-02',
      of: 'your company’s',
      term: 'VAT or tax number',
      path: 'seller.taxId',
    },
  ]
  return checks.filter(({ missing }) => missing).map(({ missing: _, ...term }) => term)
}
