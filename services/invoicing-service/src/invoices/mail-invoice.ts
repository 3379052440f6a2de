import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { isRefusal, type Processor } from '../payments/processor.ts'
import { moveInvoice } from './apply-statement.ts'
import { getInvoiceRow, lockInvoiceRow, updateInvoiceRow } from './invoices.db.ts'
import { type PushRow, pushKey, spendMailKey, updatePush } from './pushes.db.ts'

const minute = 60_000
const day = 24 * 60 * minute
const triedForMs = 14 * day

/** Each attempt at mailing has the idempotency key of its own number. */
const mailKey = (push: PushRow): string =>
  push.mail_attempt === 1 ? `${pushKey(push)}:send` : `${pushKey(push)}:send:${push.mail_attempt}`

/**
 * Has the processor mail an opened invoice, and notes on the invoice when it was or why it was not. A failure is the
 * poller's to repeat, ever less often, for two weeks: under the same key while its outcome is unknown, under a new
 * one once it failed for good.
 */
export async function mailPushed(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  try {
    await send(processor, push)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'processor_failed_before') return failed(deps, processor, push, error)
    // The processor only repeats what it kept under the key of an earlier attempt: this one is made under the next.
    const next = await spendMailKey(deps.db, push)
    try {
      await send(processor, next)
    } catch (again) {
      if (!(again instanceof AppError)) throw again
      return failed(deps, processor, next, again)
    }
  }
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    const fresh = row.payments_invoice_id === push.payments_invoice_id && row.mailed_at === null
    if (fresh) await updateInvoiceRow(tx, row.org_id, row.id, { mailed_at: deps.now(), mail_failed: null })
    await updatePush(tx, push, { state: 'sent', mail_due_at: null })
  })
}

/**
 * The poller's turn at a mail that is not out: none goes out any more for what was paid, voided or reset meanwhile,
 * since the processor mails a paid invoice as if it were not.
 */
export async function mailLater(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  const row = await getInvoiceRow(deps.db, push.org_id, push.invoice_id)
  if (row.status !== 'open' || row.payments_invoice_id !== push.payments_invoice_id) {
    await updatePush(deps.db, push, { state: 'unsent', mail_due_at: null })
    return
  }
  if (await closedAtProcessor(deps, processor, push)) return
  await mailPushed(deps, processor, push)
}

const send = (processor: Processor, push: PushRow): Promise<void> =>
  processor.sendInvoice(push.account_id, push.payments_invoice_id ?? '', mailKey(push))

/** A refusal may mean that the invoice was paid or voided meanwhile: the invoice at the processor says. */
async function failed(deps: Deps, processor: Processor, push: PushRow, error: AppError): Promise<void> {
  deps.logger.warn({ err: error, invoice: push.invoice_id }, '[payments] the invoice could not be mailed')
  if (isRefusal(error)) {
    if (await closedAtProcessor(deps, processor, push)) return
    await spendMailKey(deps.db, push)
  }
  await noteFailure(deps, push, error.message)
}

/** Applies what the processor says of the invoice. Whether nothing is left to mail; not when it does not say. */
async function closedAtProcessor(deps: Deps, processor: Processor, push: PushRow): Promise<boolean> {
  const said = await processor.invoice(push.account_id, push.payments_invoice_id ?? '').catch(lookFailed)
  if (said === undefined || said.status === 'open' || said.status === 'draft') return false
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    if (row.payments_invoice_id === push.payments_invoice_id) await moveInvoice(tx, row, said.status)
    await updatePush(tx, push, { state: 'unsent', mail_due_at: null })
  })
  return true
}

function lookFailed(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

async function noteFailure(deps: Deps, push: PushRow, reason: string): Promise<void> {
  const age = Math.max(0, deps.now().getTime() - push.created_at.getTime())
  const due = new Date(deps.now().getTime() + Math.min(day, Math.max(10 * minute, age / 2)))
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    const current = row.payments_invoice_id === push.payments_invoice_id && row.mailed_at === null
    if (current && row.mail_failed !== reason) {
      await updateInvoiceRow(tx, row.org_id, row.id, { mail_failed: reason })
    }
    const over = !current || row.status !== 'open' || age > triedForMs
    await updatePush(tx, push, over ? { state: 'unsent', mail_due_at: null } : { mail_due_at: due })
  })
}
