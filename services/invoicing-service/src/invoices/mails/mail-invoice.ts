import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { isRefusal, type Processor } from '../../processor/processor.ts'
import { platformAuthor, recordHistory } from '../history/history.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from '../invoices.db.ts'
import { moveInvoice } from '../move-invoice.ts'
import { isResumable, type PushRow, pushKey } from '../processor/push.ts'
import { spendMailKey, updatePush } from '../pushes.db.ts'

const minute = 60_000
const day = 24 * 60 * minute
const retriedForMs = 14 * day

/** Each mailing attempt has its own idempotency key. */
const mailKey = (push: PushRow): string =>
  push.mail_attempt === 1 ? `${pushKey(push)}:send` : `${pushKey(push)}:send:${push.mail_attempt}`

/**
 * Mails an opened invoice through the processor. The poller retries for two weeks: under the same
 * key if the outcome is unknown, under another key if the processor caches the failure.
 */
export async function mailInvoice(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  const send = ({ account_id, payments_invoice_id: id }: PushRow, key: string) =>
    processor.sendInvoice(account_id, id ?? '', key)
  let tried = push
  try {
    await send(push, mailKey(push)).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'processor_failed_before') throw error
      // Under this key the processor only repeats an earlier failure.
      tried = await inTransaction(deps.db, undefined, (tx) => spendMailKey(tx, push))
      await send(tried, mailKey(tried))
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return noteFailure(deps, processor, tried, error)
  }
  await noteMailed(deps, push, deps.now())
}

/**
 * Retries a mail. It is not sent if the invoice was paid, voided or reset meanwhile. If an outcome
 * is unknown and the processor may have forgotten the key, its events show if the invoice was
 * mailed.
 */
export async function retryMail(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  const { account_id: accountId, payments_invoice_id: id, created_at: since } = push
  const row = await getInvoiceRow(deps.db, push.org_id, push.invoice_id)
  if (row.status !== 'open' || row.payments_invoice_id !== id) {
    await inTransaction(deps.db, undefined, (tx) => updatePush(tx, push, unsent))
    return
  }
  if (await isClosedAtProcessor(deps, processor, push)) return
  const mailedAt = isResumable(push, deps.now())
    ? undefined
    : await processor.mailedAt(accountId, id ?? '', since)
  if (mailedAt === undefined) await mailInvoice(deps, processor, push)
  else await noteMailed(deps, push, mailedAt)
}

const unsent = { state: 'unsent', mail_due_at: null } as const

/**
 * Stores that an invoice was mailed, unless the invoice was reset and no longer belongs to the
 * attempt.
 */
async function noteMailed(deps: Deps, push: PushRow, at: Date): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    const isFresh = row.payments_invoice_id === push.payments_invoice_id && row.mailed_at === null
    if (isFresh) {
      await updateInvoiceRow(tx, row, { mailed_at: at, mail_failed: null })
      await recordHistory(deps, tx, row, { kind: 'mailed', author: platformAuthor })
    }
    await updatePush(tx, push, { state: 'sent', mail_due_at: null })
  })
}

/**
 * Applies the invoice status from the processor. Returns true if no mail is needed, and false if
 * the processor does not respond.
 */
async function isClosedAtProcessor(
  deps: Deps,
  processor: Processor,
  push: PushRow,
): Promise<boolean> {
  const { account_id: accountId, payments_invoice_id: id } = push
  const stated = await processor.invoice(accountId, id ?? '').catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return undefined
  })
  if (stated === undefined || stated.status === 'open' || stated.status === 'draft') return false
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    if (row.payments_invoice_id === id) {
      await moveInvoice(deps, tx, {
        row,
        stated: stated.status,
        at: deps.now(),
        creditedCents: stated.creditedCents,
      })
    }
    await updatePush(tx, push, unsent)
  })
  return true
}

async function noteFailure(
  deps: Deps,
  processor: Processor,
  push: PushRow,
  error: AppError,
): Promise<void> {
  deps.logger.warn(
    { err: error, invoice: push.invoice_id },
    '[payments] the invoice could not be mailed',
  )
  // A refusal can mean that the invoice was paid or voided meanwhile.
  if (isRefusal(error) && (await isClosedAtProcessor(deps, processor, push))) return
  const now = deps.now()
  const age = Math.max(0, now.getTime() - push.created_at.getTime())
  const due = new Date(now.getTime() + Math.min(day, Math.max(10 * minute, age / 2)))
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    if (isRefusal(error)) await spendMailKey(tx, push)
    const isPending = row.payments_invoice_id === push.payments_invoice_id && row.mailed_at === null
    if (isPending && row.mail_failed !== error.message) {
      await updateInvoiceRow(tx, row, { mail_failed: error.message })
      const detail = { reason: error.message }
      await recordHistory(deps, tx, row, { kind: 'mail_failed', author: platformAuthor, detail })
    }
    const isOver = !isPending || row.status !== 'open' || age > retriedForMs
    await updatePush(tx, push, isOver ? unsent : { mail_due_at: due })
  })
}
