import { createHash, randomUUID } from 'node:crypto'
import { commonErrors, invoiceErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps, Settle } from '../deps.ts'
import { requireProcessor } from '../processor/processor.ts'
import { authorOf, recordHistory } from './history.ts'
import { type InvoiceRow, requireDue } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { refetchInvoice } from './move-invoice.ts'
import { findPushOf, updatePush } from './pushes.db.ts'

const keyOf = (id: string, userId: string, key: string | undefined): string =>
  `${id}:send-again:${
    key === undefined ? randomUUID() : createHash('sha256').update(`${userId} ${key}`).digest('hex')
  }`

/**
 * The processor would mail a paid invoice like an open one: its status there is read first. Throws `not_found`,
 * `invoice_not_open`, `nothing_due`, `invoice_not_mirrored` (409), `rate_limited` (429), `not_configured`,
 * `unavailable`, `processor_refused`.
 */
export async function sendInvoice(
  deps: Deps,
  { principal }: Ctx,
  id: string,
  key: string | undefined,
  settle: Settle<InvoiceRow>,
) {
  const { orgId, userId } = principal
  const row = await getInvoiceRow(deps.db, orgId, id)
  requireMove('mail', row)
  requireDue(row)
  const processor = requireProcessor(deps)
  const { payments_account_id: accountId, payments_invoice_id: processorInvoiceId } = row
  if (accountId === null || processorInvoiceId === null) throw invoiceErrors.invoice_not_mirrored()
  requireMove('mail', await refetchInvoice(deps, row))
  await countSend(deps, orgId, id)
  await processor.sendInvoice(accountId, processorInvoiceId, keyOf(id, userId, key))
  return inTransaction(deps.db, undefined, async (tx) => {
    const locked = await lockInvoiceRow(tx, orgId, id)
    await recordHistory(tx, locked, { kind: 'mailed', author: authorOf(principal) })
    deps.mails.inc({ kind: 'again' })
    // A reset meanwhile has separated the invoice from the mailed one.
    if (locked.payments_invoice_id !== processorInvoiceId) return locked
    const push = await findPushOf(tx, accountId, processorInvoiceId)
    if (push?.state === 'opened') await updatePush(tx, push, { state: 'sent', mail_due_at: null })
    const mailed = await updateInvoiceRow(tx, locked, { mailed_at: deps.now(), mail_failed: null })
    await settle(tx, mailed)
    return mailed
  })
}

const dayMs = 86_400_000
// The customer's mailbox is protected by it, whatever persons and keys of the organisation do.
const sendsADay = 10

/** Counts an attempt at mailing before it is made. */
const countSend = (deps: Deps, orgId: string, id: string): Promise<unknown> =>
  inTransaction(deps.db, undefined, async (tx) => {
    const now = deps.now()
    const locked = await lockInvoiceRow(tx, orgId, id)
    const recent = locked.sends.filter((at) => now.getTime() - at.getTime() < dayMs)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= sendsADay) {
      const retryAfterSeconds = Math.ceil((oldest.getTime() + dayMs - now.getTime()) / 1000)
      const message = 'An invoice is mailed again ten times a day at most'
      throw commonErrors.rate_limited({ message, details: { retryAfterSeconds } })
    }
    return updateInvoiceRow(tx, locked, { sends: [...recent, now] })
  })
