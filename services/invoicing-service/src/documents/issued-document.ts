import { invoiceErrors, type OrgSettings } from '@atrium/contracts'
import { dayIn } from '../calendar/calendar-days.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import { findDefaults } from '../defaults/defaults.ts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { serviceDays } from '../invoices/document-columns.ts'
import { defaultDueDate, type InvoiceRow, toInvoice } from '../invoices/invoice.ts'
import { nameAlone, sellerToFreeze, unnamed } from '../invoices/seller.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'

/**
 * Returns the content of an issued invoice: its frozen seller and buyer, and the organisation's
 * design and language. Throws `invoice_not_issued` (409).
 */
export async function issuedDocument(deps: Deps, row: InvoiceRow): Promise<DocumentContent> {
  const settings = await orgSettings(deps, row.org_id)
  const content = await describeIssued(deps, row, settings)
  const { logoUrl } = settings
  return { ...content, logo: logoUrl === null ? null : await deps.logos.read(logoUrl, row.org_id) }
}

/**
 * Returns what an invoice would show if it were issued now. Its number is `…`, because the number is
 * given later.
 */
export async function describeDraft(deps: Deps, row: InvoiceRow): Promise<DocumentContent> {
  const now = deps.now()
  const { paymentTermsDays } = await findDefaults(deps.db, row.org_id)
  const [{ seller }, buyer] = await Promise.all([
    sellerToFreeze(deps, row.org_id),
    getBuyer(deps.db, row.org_id, row.customer_id),
  ])
  const issued: InvoiceRow = {
    ...row,
    status: 'open',
    number: row.number ?? '…',
    seller,
    buyer,
    issue_date: now,
    due_date: row.due_date ?? defaultDueDate(now, row.time_zone, paymentTermsDays),
  }
  return issuedDocument(deps, issued)
}

/** Returns an issued invoice's content without the logo. Throws `invoice_not_issued` (409). */
export async function describeIssued(
  deps: Deps,
  row: InvoiceRow,
  settings: OrgSettings,
): Promise<DocumentContent> {
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  const [seller, buyer] = await Promise.all([
    row.seller ?? nameAlone(deps, row.org_id),
    row.buyer ?? getBuyer(deps.db, row.org_id, row.customer_id),
  ])
  const issued = toInvoice(deps, row)
  // Credits after the payment do not reduce what had been paid.
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
    logo: null,
  }
}

/** Returns the service days, or the issue day if they are not known. */
function findDelivery(row: InvoiceRow): DocumentContent['delivery'] {
  const issued = dayIn(row.issue_date ?? row.created_at, row.time_zone)
  const { serviceFrom, serviceTo } = serviceDays(row)
  return { from: serviceFrom ?? issued, to: serviceTo ?? issued }
}
