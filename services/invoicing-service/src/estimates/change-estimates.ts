import {
  type AuditAction,
  type CreateEstimate,
  EstimateChanged,
  type UpdateEstimate,
} from '@atrium/contracts'
import { audit, emit, inTransaction, json } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { endOfDay, readDay } from '../calendar/calendar-days.ts'
import { findTimeZone, refreshTimeZone } from '../calendar/time-zone.ts'
import { lockBilledCustomer } from '../customers/billed-customer.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { documentColumns } from '../invoices/document-columns.ts'
import { calculateAmounts, pickDocument, readContent } from '../invoices/draft-invoice.ts'
import { toAuthor } from '../invoices/history/history.ts'
import type { EstimateDocument } from '../tables/estimates.ts'
import { type EstimateRow, requireStatus } from './estimate.ts'
import { recordEstimateEvent } from './estimate-history.db.ts'
import {
  deleteEstimateRow,
  insertEstimate,
  lockEstimateRow,
  updateEstimateRow,
} from './estimates.db.ts'

/** Audits an action on an estimate, and refreshes it on open pages. */
export async function auditEstimate(
  tx: Transaction,
  { org_id, id, number }: Pick<EstimateRow, 'org_id' | 'id' | 'number'>,
  action: Extract<AuditAction, `estimate.${string}`>,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await audit(tx, org_id, { action, target: { type: 'estimate', id, name: number ?? id }, detail })
  await emit(tx, EstimateChanged, org_id, { estimateId: id })
}

function readExpiry(dayOrMoment: string | null | undefined, zone: string) {
  if (dayOrMoment === undefined) return {}
  if (dayOrMoment === null) return { valid_until: null, expires_at: null }
  const day = readDay(dayOrMoment, zone)
  return { valid_until: day, expires_at: endOfDay(day, zone) }
}

/** Reads the fields to copy to the invoice, with moments as days. */
function readDocument(document: EstimateDocument, zone: string): EstimateDocument {
  const days = ['dueDate', 'serviceFrom', 'serviceTo'] as const
  const read = { ...document }
  for (const field of days) {
    const value = read[field]
    if (typeof value === 'string') read[field] = readDay(value, zone)
  }
  // Refuses a service period that ends before it begins, because the invoice would refuse it later.
  documentColumns(pickDocument(read), zone)
  return read
}

/**
 * Drafts an estimate. Throws `not_found` if the customer or offer belongs to another org,
 * `offer_archived`, `offer_not_priced`, `currency_mismatch`, `amount_too_large`, `vat_rate_invalid`, `service_period_invalid`.
 */
export async function createEstimate(
  deps: Deps,
  ctx: Ctx,
  { customerId, offerId, lineItems, vatRateBps, validUntil, ...document }: CreateEstimate,
): Promise<EstimateRow> {
  const { orgId } = ctx.principal
  await refreshTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const content = await readContent(tx, orgId, { offerId, lineItems })
    const customer = await lockBilledCustomer(tx, {
      orgId,
      id: customerId,
      currency: content.currency,
    })
    const zone = await findTimeZone(tx, orgId)
    const row = await insertEstimate(tx, {
      id: deps.newId('est'),
      org_id: orgId,
      customer_id: customer.id,
      offer_id: content.offerId,
      currency: customer.currency,
      document: json(readDocument(document, zone)),
      ...calculateAmounts(content.lineItems, vatRateBps),
      ...readExpiry(validUntil, zone),
    })
    await recordEstimateEvent(deps, tx, row, { kind: 'drafted', author: toAuthor(ctx.principal) })
    return row
  })
}

/**
 * Changes an undecided estimate. If more than its last day changes, a sent one becomes a draft
 * again, because the customer has seen another text. Throws `not_found`, `estimate_closed`,
 * `precondition_failed`, and the errors of `createEstimate`.
 */
export async function updateEstimate(
  deps: Deps,
  ctx: Ctx,
  { id, input, ifMatch }: { id: string; input: UpdateEstimate; ifMatch?: string | undefined },
): Promise<EstimateRow> {
  const { orgId } = ctx.principal
  const { customerId, offerId, lineItems, vatRateBps, validUntil, ...document } = input
  await refreshTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockEstimateRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, row.version))
    requireStatus(row, deps.now(), ['draft', 'sent', 'expired'])
    const zone = await findTimeZone(tx, orgId)
    const expiry = readExpiry(validUntil, zone)
    await recordEstimateEvent(deps, tx, row, { kind: 'changed', author: toAuthor(ctx.principal) })
    if (Object.keys(input).every((field) => field === 'validUntil'))
      return updateEstimateRow(tx, row, expiry)
    const isReplaced = offerId !== undefined || lineItems !== undefined
    const content = isReplaced
      ? await readContent(tx, orgId, { offerId, lineItems })
      : { lineItems: row.line_items, currency: row.currency, offerId: row.offer_id }
    const customer = await lockBilledCustomer(tx, {
      orgId,
      id: customerId ?? row.customer_id,
      currency: content.currency,
      fallback: row.currency,
    })
    return updateEstimateRow(tx, row, {
      status: 'draft',
      customer_id: customer.id,
      offer_id: content.offerId,
      currency: customer.currency,
      document: json(readDocument({ ...row.document, ...document }, zone)),
      ...calculateAmounts(content.lineItems, vatRateBps ?? row.vat_rate_bps),
      ...expiry,
    })
  })
}

/** Deletes an undecided estimate. Throws `not_found`, `estimate_closed`. */
export const deleteEstimate = (
  deps: Deps,
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
) =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockEstimateRow(tx, ctx.principal.orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, row.version))
    requireStatus(row, deps.now(), ['draft', 'sent', 'expired'])
    await deleteEstimateRow(tx, row)
    await auditEstimate(tx, row, 'estimate.deleted')
  })
