import {
  type CreateInvoice,
  type InvoiceLineItem,
  newId,
  requireRole,
  type UpdateInvoice,
} from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { getCustomerRow } from '../customers/read-customers.ts'
import type { Db } from '../database.ts'
import { defined } from '../defined.ts'
import type { Ctx, Deps } from '../deps.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { getOfferRow } from '../offers/read-offers.ts'
import { type InvoiceRow, invoiceErrors } from './invoice.ts'
import { lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { insertDraft } from './issue.db.ts'

export interface Content {
  lineItems: InvoiceLineItem[]
  /** Null for the customer's own, which is the euro unless set. */
  currency: string | null
  offerId: string | null
}

/**
 * The lines of an invoice, snapshotted: from an offer, its present price once; else as given, in the customer's
 * currency. Throws `offer_archived` (409), `offer_not_priced` (422).
 */
async function contentOf(
  db: Db,
  orgId: string,
  input: { offerId?: string | undefined; lineItems?: InvoiceLineItem[] | undefined },
): Promise<Content> {
  if (input.offerId === undefined) return { lineItems: input.lineItems ?? [], currency: null, offerId: null }
  const offer = await getOfferRow(db, orgId, input.offerId)
  if (offer.status === 'archived') throw invoiceErrors.offer_archived()
  if (offer.price_cents === null) throw invoiceErrors.offer_not_priced()
  return {
    lineItems: [{ description: offer.name, quantity: 1, unitAmountCents: Number(offer.price_cents) }],
    currency: offer.currency,
    offerId: offer.id,
  }
}

const totalsOf = (lineItems: InvoiceLineItem[], vatRateBps: number) => {
  try {
    return invoiceTotals(lineItems, vatRateBps)
  } catch (cause) {
    throw cause instanceof RangeError ? invoiceErrors.amount_too_large({ cause }) : cause
  }
}

const sums = (lineItems: InvoiceLineItem[], vatRateBps: number) => {
  const totals = totalsOf(lineItems, vatRateBps)
  return {
    line_items: json(lineItems),
    vat_rate_bps: vatRateBps,
    subtotal_amount_cents: totals.subtotalAmountCents,
    vat_amount_cents: totals.vatAmountCents,
    total_amount_cents: totals.totalAmountCents,
  }
}

/**
 * Drafts a one-off invoice. Owner or admin. Throws `not_found` for another org's customer or offer, `offer_archived`,
 * `offer_not_priced`, `currency_mismatch`.
 */
export async function createInvoice(deps: Deps, ctx: Ctx, input: CreateInvoice): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const origin = { source: 'one_off' as const, schedule_id: null, period: null }
  const db = ctx.tx ?? deps.db
  return draftInvoice(db, orgId, input, await contentOf(db, orgId, input), origin)
}

/**
 * Writes a draft with its snapshotted lines, for a person or for a schedule's period; the draft, its customer's
 * currency and its event are one statement. Throws `not_found`, `currency_mismatch`.
 */
export async function draftInvoice(
  db: Db,
  orgId: string,
  input: Pick<CreateInvoice, 'customerId' | 'vatRateBps' | 'dueDate'>,
  { lineItems, currency, offerId }: Content,
  origin: Pick<InvoiceRow, 'source' | 'schedule_id' | 'period'>,
): Promise<InvoiceRow> {
  const draft = {
    ...origin,
    id: newId('inv'),
    org_id: orgId,
    customer_id: input.customerId,
    offer_id: offerId,
    currency,
    due_date: input.dueDate === undefined ? null : new Date(input.dueDate),
    ...sums(lineItems, input.vatRateBps),
  }
  const row = await insertDraft(db, draft)
  if (row !== undefined) return row
  await getCustomerRow(db, orgId, input.customerId)
  throw invoiceErrors.currency_mismatch()
}

/** Changes a draft. Throws `invoice_not_draft`, `precondition_failed`, `currency_mismatch`, `not_found`. */
export async function updateInvoice(
  deps: Deps,
  ctx: Ctx,
  id: string,
  input: UpdateInvoice,
  ifMatch?: string,
): Promise<InvoiceRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockInvoiceRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(row.id, row.version))
    if (row.status !== 'draft') throw invoiceErrors.invoice_not_draft()
    const customer = await getCustomerRow(tx, orgId, input.customerId ?? row.customer_id)
    const replaces = input.offerId !== undefined || input.lineItems !== undefined
    const content = replaces
      ? await contentOf(tx, orgId, input)
      : { lineItems: row.line_items, currency: row.currency, offerId: row.offer_id }
    const currency = content.currency ?? customer.currency ?? 'EUR'
    if (customer.currency !== null && customer.currency !== currency) throw invoiceErrors.currency_mismatch()
    return updateInvoiceRow(tx, orgId, id, {
      customer_id: customer.id,
      offer_id: content.offerId,
      currency,
      ...sums(content.lineItems, input.vatRateBps ?? row.vat_rate_bps),
      ...defined({
        due_date:
          input.dueDate === undefined ? undefined : input.dueDate === null ? null : new Date(input.dueDate),
      }),
    })
  })
}
