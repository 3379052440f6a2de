import { randomUUID } from 'node:crypto'
import { commonErrors, type SendInvoice } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../../database.ts'
import type { Ctx, Deps, Settle } from '../../deps.ts'
import { toAuthor } from '../history/history.ts'
import { type InvoiceRow, requireDue } from '../invoice.ts'
import { requireMove } from '../invoice-moves.ts'
import { getAddressedInvoice, lockInvoiceRow, updateInvoiceRow } from '../invoices.db.ts'
import { refetchInvoice } from '../move-invoice.ts'
import { findInvoicePush, updatePush } from '../pushes.db.ts'
import { queueInvoiceMail } from './queue-invoice-mail.ts'
import { requireAdmission } from './require-admission.ts'

/**
 * Queues a mail with the invoice. Reads its status at the processor first, because a payment may
 * have been missed. Throws `not_found`, `invoice_not_open`, `nothing_due` (409), `rate_limited`
 * (429), `unavailable`, `processor_refused`.
 */
export async function sendInvoice(
  deps: Deps,
  { principal }: Ctx,
  {
    id,
    input,
    key,
    settle,
  }: { id: string; input: SendInvoice; key: string | undefined; settle: Settle<InvoiceRow> },
): Promise<InvoiceRow> {
  const { orgId, userId } = principal
  const row = await getAddressedInvoice(deps.db, orgId, id)
  requireMove('mail', row)
  requireDue(row)
  const isAtProcessor = row.payments_invoice_id !== null && deps.processor !== null
  if (isAtProcessor) requireMove('mail', await refetchInvoice(deps, row))
  const idempotencyKey = key === undefined ? randomUUID() : `${userId} ${key}`
  await requireAdmission(deps, deps.db, row, { ...input, idempotencyKey })
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, orgId, id)
    requireMove('mail', locked)
    requireDue(locked)
    const sends = countSend(locked, deps.now())
    const counted = await updateInvoiceRow(tx, locked, { sends })
    await queueInvoiceMail(tx, counted, {
      ...input,
      author: toAuthor(principal),
      idempotencyKey,
    })
    deps.mails.inc({ kind: 'again' })
    await stopProcessorMail(tx, counted)
    await settle(tx, counted)
    return counted
  })
}

/** Stops retries of the processor's mail, because the customer would get two mails. */
async function stopProcessorMail(
  tx: Transaction,
  { payments_account_id: accountId, payments_invoice_id: processorInvoiceId }: InvoiceRow,
): Promise<void> {
  if (accountId === null || processorInvoiceId === null) return
  const push = await findInvoicePush(tx, accountId, processorInvoiceId)
  if (push?.state === 'opened') await updatePush(tx, push, { state: 'sent', mail_due_at: null })
}

const dayMs = 86_400_000
// Protects the customer's mailbox from too many mails by all users and keys of the organisation.
const sendsADay = 10

/** Returns the send times of the last 24 hours including this one. Throws `rate_limited`. */
export function countSend({ sends }: Pick<InvoiceRow, 'sends'>, now: Date): Date[] {
  const recent = sends.filter((at) => now.getTime() - at.getTime() < dayMs)
  const [oldest] = recent
  if (oldest !== undefined && recent.length >= sendsADay) {
    const retryAfterSeconds = Math.ceil((oldest.getTime() + dayMs - now.getTime()) / 1000)
    const message = 'You can mail a document at most ten times a day. Try again tomorrow.'
    throw commonErrors.rate_limited({ message, details: { retryAfterSeconds } })
  }
  return [...recent, now]
}
