import { readLineVat } from '@atrium/contracts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { nameAlone, sellerToFreeze, unnamed } from '../invoices/seller.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { listVatReasons } from '../pdf/mentions.ts'

/** The columns that invoices and estimates have in common. */
interface DocumentRow
  extends Pick<
    InvoiceRow,
    | 'org_id'
    | 'customer_id'
    | 'line_items'
    | 'vat_rate_bps'
    | 'subtotal_amount_cents'
    | 'vat_amount_cents'
    | 'seller'
    | 'buyer'
  > {
  status: string
}

/** True if a line may print a sentence about VAT. Most documents have none and need no parties. */
const mayHaveReasons = ({ line_items: lines, vat_rate_bps: rate }: DocumentRow): boolean =>
  lines.map((line) => readLineVat(line, rate)).some((vat) => vat.vatRateBps === 0 || vat.vatReason)

/**
 * Returns why lines of an invoice or estimate have 0 % VAT, in the words and the language of its
 * PDF. A draft is read with the seller and the customer that it would have if it were issued now.
 */
export async function readVatReasons(deps: Deps, row: DocumentRow): Promise<string[]> {
  if (!mayHaveReasons(row)) return []
  const { org_id: orgId } = row
  const [seller, buyer, { locale }] = await Promise.all([
    row.seller ?? findSeller(deps, row),
    row.buyer ?? getBuyer(deps.db, orgId, row.customer_id),
    orgSettings(deps, orgId),
  ])
  return listVatReasons({
    invoice: {
      lineItems: row.line_items,
      vatRateBps: row.vat_rate_bps,
      subtotalAmountCents: Number(row.subtotal_amount_cents),
      vatAmountCents: Number(row.vat_amount_cents),
    },
    seller: { ...unnamed, ...seller },
    buyer,
    language: chooseDocumentLanguage(buyer.language ?? null, buyer.billingCountry, locale),
  })
}

const findSeller = async (deps: Deps, { status, org_id }: DocumentRow) =>
  status === 'draft' ? (await sellerToFreeze(deps, org_id)).seller : nameAlone(deps, org_id)
