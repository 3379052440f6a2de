import { invoiceErrors } from '@atrium/contracts'
import { addDays, dayIn } from '../calendar/calendar-days.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { type InvoiceRow, toInvoice } from '../invoices/invoice.ts'
import { nameAlone, unnamed } from '../invoices/seller.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'

/**
 * Returns the content of an issued invoice: its frozen seller and buyer, and the organisation's
 * design and language. Throws `invoice_not_issued` (409).
 */
export async function issuedDocument(deps: Deps, row: InvoiceRow): Promise<DocumentContent> {
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  const [seller, buyer, settings] = await Promise.all([
    row.seller ?? nameAlone(deps, row.org_id),
    row.buyer ?? getBuyer(deps.db, row.org_id, row.customer_id),
    orgSettings(deps, row.org_id),
  ])
  const issued = toInvoice(deps, row)
  // Credits that followed the payment do not reduce what had been paid.
  const creditedCents =
    row.status === 'paid' ? Number(row.credited_unpaid_cents) : issued.creditedCents
  return {
    invoice: { ...issued, creditedCents },
    buyer,
    seller: seller ?? unnamed,
    language: chooseDocumentLanguage(buyer.language ?? null, buyer.billingCountry, settings.locale),
    issuedPaid: row.mirrored,
    delivery: findDelivery(row),
    paidOn: row.paid_at && dayIn(row.paid_at, row.time_zone),
    brandColor: settings.brandColor,
    logo: settings.logoUrl === null ? null : await deps.logos.read(settings.logoUrl, row.org_id),
  }
}

/** Returns the billed period, or the issue day if there is none. */
function findDelivery(row: InvoiceRow): DocumentContent['delivery'] {
  const { service_from: from, service_until: until, time_zone: zone } = row
  const issued = dayIn(row.issue_date ?? row.created_at, zone)
  if (from === null || until === null || until <= from) return { from: issued, to: issued }
  const first = dayIn(from, zone)
  const last = addDays(dayIn(until, zone), -1)
  if (last < first) return { from: first, to: first }
  return { from: first, to: last }
}
