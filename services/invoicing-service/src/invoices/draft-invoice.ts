import {
  type CreateInvoice,
  InvoiceCreated,
  type InvoiceLineItem,
  newId,
  requireRole,
  type UpdateInvoice,
} from '@atrium/contracts'
import { emit, inTransaction, json } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { CustomerRow } from '../customers/customer.ts'
import { lockCustomerRow } from '../customers/read-customers.ts'
import type { Db, Transaction } from '../database.ts'
import { defined } from '../defined.ts'
import type { Ctx, Deps } from '../deps.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { getOfferRow } from '../offers/read-offers.ts'
import { eventDataOf, type InvoiceRow, invoiceErrors } from './invoice.ts'
import { insertInvoice, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'

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
  return inTransaction(deps.db, ctx.tx, async (tx) =>
    draftInvoice(tx, orgId, input, await contentOf(tx, orgId, input), origin),
  )
}

/**
 * Writes a draft with its snapshotted lines, for a person or for a schedule's period, in the content's currency, else
 * its customer's, else the euro. Throws `not_found`, `currency_mismatch`.
 */
export async function draftInvoice(
  tx: Transaction,
  orgId: string,
  input: Pick<CreateInvoice, 'customerId' | 'vatRateBps' | 'dueDate'>,
  content: Content,
  origin: Pick<InvoiceRow, 'source' | 'schedule_id' | 'period'>,
): Promise<InvoiceRow> {
  const customer = await lockCustomerRow(tx, orgId, input.customerId)
  const row = await insertInvoice(tx, {
    ...origin,
    id: newId('inv'),
    org_id: orgId,
    customer_id: customer.id,
    offer_id: content.offerId,
    currency: currencyFor(customer, content),
    due_date: input.dueDate === undefined ? null : new Date(input.dueDate),
    ...sums(content.lineItems, input.vatRateBps),
  })
  await emit(tx, InvoiceCreated, orgId, eventDataOf(row))
  return row
}

/** Throws `currency_mismatch`. */
function currencyFor(customer: CustomerRow, content: Content): string {
  const currency = content.currency ?? customer.currency ?? 'EUR'
  if (customer.currency !== null && customer.currency !== currency) throw invoiceErrors.currency_mismatch()
  return currency
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
    const customer = await lockCustomerRow(tx, orgId, input.customerId ?? row.customer_id)
    const replaces = input.offerId !== undefined || input.lineItems !== undefined
    const content = replaces
      ? await contentOf(tx, orgId, input)
      : { lineItems: row.line_items, currency: row.currency, offerId: row.offer_id }
    return updateInvoiceRow(tx, orgId, id, {
      customer_id: customer.id,
      offer_id: content.offerId,
      currency: currencyFor(customer, content),
      ...sums(content.lineItems, input.vatRateBps ?? row.vat_rate_bps),
      ...defined({
        due_date:
          input.dueDate === undefined ? undefined : input.dueDate === null ? null : new Date(input.dueDate),
      }),
    })
  })
}
