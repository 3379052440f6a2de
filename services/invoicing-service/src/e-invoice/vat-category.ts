import { countryOfVatId, isInUnion } from './vat-id.ts'

/** The reasons for 0 % that the platform can state. */
export type ExemptionReason = 'reverse_charge' | 'export' | 'franchise' | 'exempt' | 'not_subject'

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
  taxRegistration?: string | null
}

const category = (
  code: VatCategory['code'],
  reason: ExemptionReason | null,
  reasonCode: string | null,
): VatCategory => ({ code, reason, reasonCode })

/**
 * The category of a document's rate. At 0 %: reverse charge between businesses of two member states, an export out of the
 * union, else an exemption (in France the one of small businesses), and "not subject" for a seller without any tax id,
 * whom no other category admits (docs/reference/invoicing.md, "Documents").
 */
export function vatCategoryOf(vatRateBps: number, seller: TaxedParty, buyer: TaxedParty): VatCategory {
  if (vatRateBps > 0) return category('S', null, null)
  const { vatId } = seller
  if (vatId === null) {
    if ((seller.taxRegistration ?? null) === null) return category('O', 'not_subject', 'VATEX-EU-O')
    return seller.country === 'FR'
      ? category('E', 'franchise', 'VATEX-FR-FRANCHISE')
      : category('E', 'exempt', null)
  }
  const sellerCountry = seller.country ?? countryOfVatId(vatId)
  const buyerCountry = buyer.country ?? countryOfVatId(buyer.vatId)
  const isAbroad = buyerCountry !== null && buyerCountry !== sellerCountry
  if (isAbroad && isInUnion(sellerCountry) && isInUnion(buyerCountry) && buyer.vatId !== null) {
    return category('AE', 'reverse_charge', 'VATEX-EU-AE')
  }
  if (isAbroad && isInUnion(sellerCountry) && !isInUnion(buyerCountry)) {
    return category('G', 'export', 'VATEX-EU-G')
  }
  return sellerCountry === 'FR'
    ? category('E', 'franchise', 'VATEX-FR-FRANCHISE')
    : category('E', 'exempt', null)
}
