import {
  type InvoiceHistoryDetail,
  InvoicePaid,
  InvoiceUncollectible,
  InvoiceVoided,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { PaidOutside, Transaction } from '../database.ts'
import type { Ctx, Deps, IdSource } from '../deps.ts'
import { type ProcessorInvoice, requireProcessor } from '../processor/processor.ts'
import { creditAfterPayment } from './credit-invoice.ts'
import { readEventData, recordedBy } from './event-data.ts'
import { processorAuthor, recordHistory } from './history/history.ts'
import { type InvoiceRow, unsettledCents } from './invoice.ts'
import { statusAfter } from './invoice-moves.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { insertClosingPayment } from './payments/payments.db.ts'

const events = {
  void: InvoiceVoided,
  uncollectible: InvoiceUncollectible,
} as const
const kinds = { paid: 'paid', void: 'voided', uncollectible: 'uncollectible' } as const

const toDetail = ({ paidAt, method, reference }: PaidOutside): InvoiceHistoryDetail => ({
  paidAt,
  method,
  ...(reference === null ? {} : { reference }),
})

/**
 * Moves a locked invoice after a report from the processor. A void or payment that a user asked for
 * is attributed to the user. `creditedCents` is the credit before a payment at the processor, where
 * an invoice credited in full counts as paid.
 */
export async function moveInvoice(
  deps: IdSource,
  tx: Transaction,
  {
    row,
    stated,
    at,
    creditedCents = 0,
  }: {
    row: InvoiceRow
    stated: ProcessorInvoice['status']
    at: Date
    creditedCents?: number | undefined
  },
): Promise<InvoiceRow> {
  const isCreditedAway = creditedCents > 0 && creditedCents >= Number(row.total_amount_cents)
  if (stated === 'paid' && isCreditedAway) return row
  const status = statusAfter(row, stated)
  if (status === null) return row
  const outside = status === 'paid' ? row.paid_outside : null
  const paid_at = outside === null ? at : new Date(outside.paidAt)
  const isPaidThere = status === 'paid' && outside === null
  const credited = isPaidThere ? await creditAfterPayment(tx, row) : row
  const settling = outside === null ? 0 : unsettledCents(credited)
  const moved = await updateInvoiceRow(tx, credited, {
    status,
    recorded_cents: Number(credited.recorded_cents) + Math.max(0, settling),
    ...(status === 'paid' ? { paid_at } : {}),
  })
  const isAsked = outside !== null || status === 'void'
  await recordHistory(deps, tx, moved, {
    kind: kinds[status],
    author: (isAsked ? row.asked_by : null) ?? processorAuthor,
    ...(outside === null ? {} : { detail: toDetail(outside) }),
  })
  if (outside !== null && settling > 0)
    await insertClosingPayment(tx, moved, { id: deps.newId('pay'), outside, cents: settling })
  const data = await readEventData(tx, moved)
  if (status === 'paid') {
    await emit(tx, InvoicePaid, row.org_id, {
      ...data,
      ...recordedBy(isAsked ? row.asked_by : null),
    })
  } else await emit(tx, events[status], row.org_id, data)
  return moved
}

/**
 * Fetches an invoice's status from the processor and applies it. Throws `not_found`,
 * `not_configured`, `unavailable`.
 */
export async function syncInvoice(deps: Deps, { principal: { orgId } }: Ctx, id: string) {
  const row = await getInvoiceRow(deps.db, orgId, id)
  requireProcessor(deps)
  return row.payments_invoice_id === null ? row : refetchInvoice(deps, row)
}

/**
 * Fetches an invoice's status from the processor and applies it. The invoice must be at the
 * processor. Throws `unavailable`, `processor_refused`.
 */
export const refetchInvoice = async (deps: Deps, row: InvoiceRow): Promise<InvoiceRow> =>
  (await refetchStatement(deps, row)).row

/** Like `refetchInvoice`, and returns what the processor reported too. */
export async function refetchStatement(
  deps: Deps,
  row: InvoiceRow,
): Promise<{ row: InvoiceRow; stated: ProcessorInvoice }> {
  const processor = requireProcessor(deps)
  const stated = await processor.invoice(
    row.payments_account_id ?? '',
    row.payments_invoice_id ?? '',
  )
  const moved = await inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, row.org_id, row.id)
    // The invoice was reset meanwhile and no longer belongs to this document at the processor.
    if (locked.payments_invoice_id !== row.payments_invoice_id) return locked
    return stated.status === 'open' && isAbandoned(locked, deps.now())
      ? updateInvoiceRow(tx, locked, { paid_outside: null, void_requested: false, asked_by: null })
      : moveInvoice(deps, tx, {
          row: locked,
          stated: stated.status,
          at: deps.now(),
          creditedCents: stated.creditedCents,
        })
  })
  return { row: moved, stated }
}

// Longer than a request to the processor including its retries.
const attemptMs = 600_000

/**
 * True if a user's payment or void never reached the processor, so a later one there is not the
 * user's.
 */
function isAbandoned(
  { status, paid_outside, void_requested, updated_at: since }: InvoiceRow,
  now: Date,
) {
  const isAsked = paid_outside !== null || void_requested
  return status === 'open' && isAsked && now.getTime() - since.getTime() > attemptMs
}
