import type { LineVat } from '@atrium/contracts'
import { countryOfVatId, isInUnion } from '@atrium/contracts/document-rules'

export type ExemptionReason =
  | 'reverse_charge'
  | 'intra_community'
  | 'export'
  | 'franchise'
  | 'small_enterprise'
  | 'exempt'
  | 'not_subject'

/** A UNTDID 5305 VAT category. Its reason (VATEX code and text) is null if VAT is charged. */
export interface VatCategory {
  code: 'S' | 'Z' | 'AE' | 'K' | 'G' | 'E' | 'O'
  reason: ExemptionReason | null
  reasonCode: string | null
}

export interface TaxedParty {
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
export const findVatCountry = ({ country, vatId }: TaxedParty): string | null => {
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

/**
 * Returns a line's VAT category: the chosen one, or the one for its rate and the parties.
 * `hasOthers` is true if the document has lines in other categories. A document outside the scope
 * of VAT may have no other category (BR-O-11), so the line is then stated as exempt, with its
 * reason.
 */
export function findLineCategory(
  { vatRateBps, vatCategory }: Pick<LineVat, 'vatRateBps' | 'vatCategory'>,
  { seller, buyer, hasOthers }: { seller: TaxedParty; buyer: TaxedParty; hasOthers: boolean },
): VatCategory {
  const derived = findVatCategory(vatRateBps, seller, buyer)
  switch (vatCategory) {
    case 'zero':
      return category('Z', null, null)
    case 'reverse_charge':
      return category('AE', 'reverse_charge', 'VATEX-EU-AE')
    case 'intra_community':
      return category('K', 'intra_community', 'VATEX-EU-IC')
    case 'export':
      return category('G', 'export', 'VATEX-EU-G')
    case 'exempt':
      return derived.code === 'E' ? derived : category('E', 'exempt', null)
    case 'outside_scope':
      return hasOthers
        ? category('E', 'not_subject', null)
        : category('O', 'not_subject', 'VATEX-EU-O')
    default:
      return derived.code === 'O' && hasOthers ? category('E', 'not_subject', null) : derived
  }
}
