import { countryOfVatId, isInUnion } from '@atrium/contracts'

export type ExemptionReason =
  | 'reverse_charge'
  | 'export'
  | 'franchise'
  | 'small_enterprise'
  | 'exempt'
  | 'not_subject'

/** A UNTDID 5305 VAT category. Its reason (VATEX code and text) is null for standard rates. */
export interface VatCategory {
  code: 'S' | 'AE' | 'G' | 'E' | 'O'
  reason: ExemptionReason | null
  reasonCode: string | null
}

interface TaxedParty {
  country: string | null
  vatId: string | null
  /** A tax id that is not a VAT identifier. */
  taxRegistration: string | null
  /** True if the seller claims the exemption for small enterprises. */
  smallEnterprise: boolean
}

const category = (
  code: VatCategory['code'],
  reason: ExemptionReason | null,
  reasonCode: string | null,
): VatCategory => ({ code, reason, reasonCode })

// Monaco belongs to the French VAT territory (directive 2006/112/EC, article 7).
const findVatCountry = ({ country, vatId }: TaxedParty): string | null => {
  const stated = country ?? countryOfVatId(vatId)
  return stated === 'MC' ? 'FR' : stated
}

/**
 * Returns the VAT category of a document's rate (docs/reference/invoicing.md, "Documents"). At 0 %
 * the member states of both parties decide first, then the seller's exemption. A seller without any
 * tax id is not subject to VAT, because no other category allows that.
 */
export function findVatCategory(
  vatRateBps: number,
  seller: TaxedParty,
  buyer: TaxedParty,
): VatCategory {
  if (vatRateBps > 0) return category('S', null, null)
  const sellerCountry = findVatCountry(seller)
  const buyerCountry = findVatCountry(buyer)
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
