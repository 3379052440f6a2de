import {
  type BankDetails,
  type Invoice,
  PublicInvoice,
  PublicSeller,
  type Seller,
} from '@atrium/contracts'
import { dayIn } from '../calendar/calendar-days.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { type InvoiceRow, toInvoice } from '../invoices/invoice.ts'
import { nameAlone, unnamed } from '../invoices/seller.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { listVatReasons } from '../pdf/mentions.ts'
import { getPublicInvoiceRow } from './public-documents.db.ts'

/** Returns the seller's bank account, or null if it has none. */
function toBankDetails({
  name,
  iban,
  bic,
  bankName,
}: Pick<Seller, 'name' | 'iban' | 'bic' | 'bankName'>): BankDetails | null {
  if (iban == null || iban === '') return null
  return { name, iban, bic: bic ?? null, bankName: bankName ?? null }
}

/** True if somebody still has to pay. A written-off invoice is still owed. */
const isPayable = ({ status, amountDueCents }: Invoice): boolean =>
  (status === 'open' || status === 'uncollectible') && amountDueCents > 0

/**
 * Returns an issued invoice by its secret token, with its organisation's id. Throws `not_found` for
 * an unknown token and for a draft.
 */
export async function findPublicInvoice(deps: Deps, token: string) {
  const row = await getPublicInvoiceRow(deps.db, token)
  return { orgId: row.org_id, read: () => readPublicInvoice(deps, row) }
}

/** Returns an issued invoice as its customer sees it, in the document's language. */
export async function readPublicInvoice(deps: Deps, row: InvoiceRow): Promise<PublicInvoice> {
  const [frozen, buyer, settings] = await Promise.all([
    row.seller ?? nameAlone(deps, row.org_id),
    row.buyer ?? getBuyer(deps.db, row.org_id, row.customer_id),
    orgSettings(deps, row.org_id),
  ])
  const invoice = toInvoice(deps, row)
  // A seller stored by an earlier release lacks the later fields.
  const seller = { ...unnamed, ...frozen }
  const payable = isPayable(invoice)
  const language = chooseDocumentLanguage(
    buyer.language ?? null,
    buyer.billingCountry,
    settings.locale,
  )
  return PublicInvoice.parse({
    ...invoice,
    buyer,
    seller: PublicSeller.parse({ ...seller, logoUrl: settings.logoUrl }),
    language,
    vatReasons: listVatReasons({ invoice, seller, buyer, language }),
    paidOn: row.paid_at && dayIn(row.paid_at, row.time_zone),
    bank: payable ? toBankDetails(seller) : null,
    paymentsHostedInvoiceUrl: payable ? invoice.paymentsHostedInvoiceUrl : null,
  })
}
