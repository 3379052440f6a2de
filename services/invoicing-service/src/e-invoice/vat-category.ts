import { countryOfVatId, isInUnion } from '@atrium/contracts'

/** The reasons for 0 % that the platform can state. */
export type ExemptionReason =
  | 'reverse_charge'
  | 'export'
  | 'franchise'
  | 'small_enterprise'
  | 'exempt'
  | 'not_subject'

/** A VAT category of UNTDID 5305 with its reason (VATEX code and text), which standard rates do not have. */
export interface VatCategory {
  code: 'S' | 'AE' | 'G' | 'E' | 'O'
  reason: ExemptionReason | null
  reasonCode: string | null
}

interface TaxedParty {
  country: string | null
  vatId: string | null
  /** A tax id that is no VAT identifier. */
  taxRegistration: string | null
  /** Whether a seller states the exemption of small enterprises. */
  smallEnterprise: boolean
}

const category = (
  code: VatCategory['code'],
  reason: ExemptionReason | null,
  reasonCode: string | null,
): VatCategory => ({ code, reason, reasonCode })

// Monaco is a part of the French territory of VAT (directive 2006/112/EC, article 7).
const vatCountryOf = ({ country, vatId }: TaxedParty): string | null => {
  const stated = country ?? countryOfVatId(vatId)
  return stated === 'MC' ? 'FR' : stated
}

/**
 * The category of a document's rate (docs/reference/invoicing.md, "Documents"): at 0 % by the member states of both,
 * then by the seller's exemption; a seller without any tax id, whom no other category admits, is not subject.
 */
export function vatCategoryOf(vatRateBps: number, seller: TaxedParty, buyer: TaxedParty): VatCategory {
  if (vatRateBps > 0) return category('S', null, null)
  const sellerCountry = vatCountryOf(seller)
  const buyerCountry = vatCountryOf(buyer)
  const isAbroad = buyerCountry !== null && buyerCountry !== sellerCountry
  if (seller.vatId !== null && isAbroad && isInUnion(sellerCountry)) {
    if (!isInUnion(buyerCountry)) return category('G', 'export', 'VATEX-EU-G')
    if (buyer.vatId !== null) return category('AE', 'reverse_charge', 'VATEX-EU-AE')
  }
  if (seller.smallEnterprise) {
    return sellerCountry === 'FR'
      ? category('E', 'franchise', 'VATEX-FR-FRANCHISE')
      : category('E', 'small_enterprise', null)
  }
  const hasTaxId = seller.vatId !== null || seller.taxRegistration !== null
  return hasTaxId ? category('E', 'exempt', null) : category('O', 'not_subject', 'VATEX-EU-O')
}
