import {
  type ChangeAuthor,
  type CreateInvoice,
  type DocumentInput,
  InvoiceCreated,
  type InvoiceDefaults,
  type InvoiceLineItem,
  invoiceErrors,
  invoiceTotals,
  type UpdateInvoice,
} from '@atrium/contracts'
import { emit, inTransaction, json, toColumns } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { endOfDay, readDay } from '../calendar/calendar-days.ts'
import { findTimeZone, refreshTimeZone } from '../calendar/time-zone.ts'
import { lockBilledCustomer } from '../customers/billed-customer.ts'
import type { Db, Transaction } from '../database.ts'
import { findDefaults } from '../defaults/defaults.ts'
import type { Ctx, Deps, IdSource } from '../deps.ts'
import { getOffer } from '../offers/get-offer.ts'
import { documentColumns } from './document-columns.ts'
import { readEventData } from './event-data.ts'
import { platformAuthor, recordHistory, toAuthor } from './history/history.ts'
import { type InvoiceRow, toInvoice } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { insertInvoice, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { requireHandable } from './processor/processor-lines.ts'
import { requireRatesOfCategories } from './vat-groups.ts'

export interface Content {
  lineItems: InvoiceLineItem[]
  /** Null for the customer's currency, or euros if the customer has none. */
  currency: string | null
  offerId: string | null
}

/**
 * Copies the lines to bill: one line at the offer's current price, or the given lines in the
 * customer's currency.
 */
export async function readContent(
  db: Db,
  orgId: string,
  { offerId, lineItems = [] }: Pick<UpdateInvoice, 'offerId' | 'lineItems'>,
): Promise<Content> {
  if (offerId === undefined) return { lineItems, currency: null, offerId: null }
  const offer = await getOffer(db, orgId, offerId)
  if (offer.status === 'archived') throw invoiceErrors.offer_archived()
  if (offer.price_cents === null) throw invoiceErrors.offer_not_priced()
  return {
    lineItems: [
      { description: offer.name, quantity: 1, unitAmountCents: Number(offer.price_cents) },
    ],
    currency: offer.currency,
    offerId: offer.id,
  }
}

export function calculateAmounts(lineItems: InvoiceLineItem[], vatRateBps: number) {
  requireRatesOfCategories(lineItems)
  try {
    const { lines: _, rates: __, ...totals } = invoiceTotals(lineItems, vatRateBps)
    return { ...toColumns({ vatRateBps, ...totals }), line_items: json(lineItems) }
  } catch (cause) {
    throw cause instanceof RangeError ? invoiceErrors.amount_too_large({ cause }) : cause
  }
}

/**
 * Drafts a one-off invoice. Throws `not_found` if the customer or offer belongs to another org,
 * `offer_archived`, `offer_not_priced`, `currency_mismatch`, `amount_too_large`, `too_many_lines`,
 * `vat_rate_invalid`, `service_period_invalid`.
 */
export async function createInvoice(
  deps: Deps,
  ctx: Ctx,
  input: CreateInvoice,
): Promise<InvoiceRow> {
  const { orgId } = ctx.principal
  await refreshTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const origin = { source: 'one_off' as const, schedule_id: null, period: null }
    const content = await readContent(tx, orgId, input)
    const row = await draftInvoice(deps, tx, {
      orgId,
      input,
      content,
      origin,
      author: toAuthor(ctx.principal),
    })
    await requireHandable(deps, tx, orgId, toInvoice(deps, row))
    return row
  })
}

type ServicePeriod = Pick<InvoiceRow, 'service_from' | 'service_until'>

/**
 * Drafts an invoice for a user or for a schedule period. The currency is that of the content, else
 * the customer's, else euros. Throws `not_found`, `currency_mismatch`, `amount_too_large`.
 */
export async function draftInvoice(
  deps: IdSource,
  tx: Transaction,
  {
    orgId,
    input,
    content,
    origin,
    author = platformAuthor,
  }: {
    orgId: string
    input: Pick<CreateInvoice, 'customerId' | 'vatRateBps' | 'dueDate'> & DocumentInput
    content: Content
    origin: Pick<InvoiceRow, 'source' | 'schedule_id' | 'period'> & Partial<ServicePeriod>
    author?: ChangeAuthor | undefined
  },
): Promise<InvoiceRow> {
  const customer = await lockBilledCustomer(tx, {
    orgId,
    id: input.customerId,
    currency: content.currency,
  })
  const zone = await findTimeZone(tx, orgId)
  const defaults = await findDefaults(tx, orgId)
  const row = await insertInvoice(tx, {
    ...documentColumns(withDefaultTexts(pickDocument(input), defaults), zone),
    ...origin,
    id: deps.newId('inv'),
    org_id: orgId,
    customer_id: customer.id,
    offer_id: content.offerId,
    currency: customer.currency,
    time_zone: zone,
    due_date: readDueDate(input.dueDate, zone) ?? null,
    ...calculateAmounts(content.lineItems, input.vatRateBps),
  })
  await recordHistory(deps, tx, row, { kind: 'drafted', author })
  await emit(tx, InvoiceCreated, orgId, await readEventData(tx, row))
  return row
}

/** Fills in the organisation's texts if the request has none. Null means no text. */
const withDefaultTexts = (
  document: DocumentInput,
  { note, footer }: Pick<InvoiceDefaults, 'note' | 'footer'>,
): DocumentInput => ({
  ...document,
  note: document.note === undefined ? note : document.note,
  footer: document.footer === undefined ? footer : document.footer,
})

export const pickDocument = ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
  recipients,
}: DocumentInput): DocumentInput => ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
  recipients,
})

/** Returns the end of the due day. */
const readDueDate = (
  dayOrMoment: string | null | undefined,
  zone: string,
): Date | null | undefined =>
  dayOrMoment == null ? dayOrMoment : endOfDay(readDay(dayOrMoment, zone), zone)

/**
 * Changes a draft. Reminders can be paused in every status. Throws `not_found`, `invoice_not_draft`, `precondition_failed`, and the errors of `createInvoice`.
 */
export async function updateInvoice(
  deps: Deps,
  ctx: Ctx,
  { id, input, ifMatch }: { id: string; input: UpdateInvoice; ifMatch?: string | undefined },
): Promise<InvoiceRow> {
  const { orgId } = ctx.principal
  await refreshTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockInvoiceRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(row.id, row.version))
    const { remindersPaused } = input
    if (remindersPaused !== undefined && Object.keys(input).length === 1)
      return updateInvoiceRow(tx, row, { reminders_paused: remindersPaused })
    requireMove('change', row)
    const isReplaced = input.offerId !== undefined || input.lineItems !== undefined
    const content = isReplaced
      ? await readContent(tx, orgId, input)
      : { lineItems: row.line_items, currency: row.currency, offerId: row.offer_id }
    const customerId = input.customerId ?? row.customer_id
    // If the customer has no currency, new lines use the currency of the draft.
    const customer = await lockBilledCustomer(tx, {
      orgId,
      id: customerId,
      currency: content.currency,
      fallback: row.currency,
    })
    const updated = await updateInvoiceRow(tx, row, {
      customer_id: customer.id,
      offer_id: content.offerId,
      currency: customer.currency,
      ...calculateAmounts(content.lineItems, input.vatRateBps ?? row.vat_rate_bps),
      ...toColumns({ dueDate: readDueDate(input.dueDate, row.time_zone), remindersPaused }),
      ...documentColumns(pickDocument(input), row.time_zone, row),
    })
    if (isReplaced || input.vatRateBps !== undefined) {
      await requireHandable(deps, tx, orgId, toInvoice(deps, updated))
    }
    return updated
  })
}
