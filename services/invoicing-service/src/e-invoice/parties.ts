import type { Buyer, Seller } from '@atrium/contracts'
import { countryOfVatId, readVatId } from '@atrium/contracts/document-rules'

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
  /** BG-6, sellers only. Null unless both are known. */
  contact: { name: string; phone: string; email: string } | null
  /** BT-33, sellers only: the legal form and the share capital. */
  legalText: string | null
  /** Sellers only. */
  smallEnterprise: boolean
}

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
    email: seller.email ?? null,
    contact:
      seller.email && seller.phone
        ? { name: seller.name, phone: seller.phone, email: seller.email }
        : null,
    legalText: [seller.legalForm, seller.shareCapital].filter(Boolean).join(', ') || null,
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
    contact: null,
    legalText: null,
    smallEnterprise: false,
  }
}
