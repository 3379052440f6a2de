import { type Buyer, PublicEstimate, PublicSeller, type Seller } from '@atrium/contracts'
import { dayIn } from '../calendar/calendar-days.ts'
import { findTimeZone } from '../calendar/time-zone.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { nameAlone, unnamed } from '../invoices/seller.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { listVatReasons } from '../pdf/mentions.ts'
import { publicEtag } from './decide-estimate.ts'
import { type EstimateRow, requireStatus, toEstimate } from './estimate.ts'
import { getPublicEstimateRow } from './estimates.db.ts'

async function readParties(deps: Deps, row: EstimateRow) {
  const [frozen, buyer, settings] = await Promise.all([
    row.seller ?? nameAlone(deps, row.org_id),
    row.buyer ?? getBuyer(deps.db, row.org_id, row.customer_id),
    orgSettings(deps, row.org_id),
  ])
  const language = chooseDocumentLanguage(
    buyer.language ?? null,
    buyer.billingCountry,
    settings.locale,
  )
  const seller: Seller = { ...unnamed, ...frozen }
  return { seller, buyer: buyer satisfies Buyer, settings, language }
}

/** Returns a sent estimate by its secret token, with its organisation's id. Throws `not_found`. */
export async function findPublicEstimate(deps: Deps, token: string) {
  const row = await getPublicEstimateRow(deps.db, token)
  return {
    orgId: row.org_id,
    read: async () => ({ estimate: await toPublicEstimate(deps, row), etag: publicEtag(row) }),
  }
}

/** Returns a sent estimate as its customer sees it. */
export async function toPublicEstimate(deps: Deps, row: EstimateRow): Promise<PublicEstimate> {
  const { seller, buyer, settings, language } = await readParties(deps, row)
  const estimate = toEstimate(deps, row)
  return PublicEstimate.parse({
    ...estimate,
    buyer,
    language,
    vatReasons: listVatReasons({ invoice: estimate, seller, buyer, language }),
    seller: PublicSeller.parse({ ...seller, logoUrl: settings.logoUrl }),
  })
}

/**
 * Returns the PDF content for a sent estimate: its frozen seller and buyer, and the organisation's
 * design and language. Throws `estimate_not_sent` (409) for a draft.
 */
export async function estimateDocument(deps: Deps, row: EstimateRow): Promise<DocumentContent> {
  requireStatus(row, deps.now(), ['sent', 'accepted', 'declined', 'expired', 'invoiced'])
  const { seller, buyer, settings, language } = await readParties(deps, row)
  const estimate = toEstimate(deps, row)
  const issuedOn = dayIn(row.sent_at ?? row.created_at, await findTimeZone(deps.db, row.org_id))
  return {
    invoice: {
      ...estimate,
      // Only invoices have these fields.
      scheduleId: null,
      source: 'one_off',
      status: 'open',
      creditedCents: 0,
      refundedCents: 0,
      paidCents: 0,
      amountDueCents: estimate.totalAmountCents,
      issueDate: estimate.sentAt,
      issuedOn,
      dueDate: null,
      dueOn: null,
      paidAt: null,
      mailed: null,
      remindersPaused: false,
      paymentReference: null,
      paymentsInvoiceId: null,
      paymentsAccountId: null,
      paymentsHostedInvoiceUrl: null,
      paymentsInvoicePdfUrl: null,
    },
    seller,
    buyer,
    language,
    issuedPaid: false,
    delivery: { from: issuedOn, to: issuedOn },
    paidOn: null,
    brandColor: settings.brandColor,
    logo: settings.logoUrl === null ? null : await deps.logos.read(settings.logoUrl, row.org_id),
    estimate: { validUntil: estimate.validUntil },
  }
}
