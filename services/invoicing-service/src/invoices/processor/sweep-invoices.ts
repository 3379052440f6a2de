import type { Deps } from '../../deps.ts'
import { findAccount } from '../../processor/accounts.ts'
import { type Processor, undefinedIfRefused } from '../../processor/processor.ts'
import { sweep } from '../../sweep.ts'
import { finalizeInvoice } from '../finalize-invoice.ts'
import { claimInvoicesToPoll, getInvoiceRow } from '../invoices.db.ts'
import { retryMail } from '../mails/mail-invoice.ts'
import { refetchInvoice } from '../move-invoice.ts'
import { claimUnfinishedPushes } from '../pushes.db.ts'
import { discardPush } from './discard-push.ts'
import { isResumable, type PushRow } from './push.ts'

/** Fetches open invoices from the processor if the last fetch was more than 14 minutes ago. */
export const refetchOpenInvoices = (deps: Deps, signal?: AbortSignal): Promise<void> =>
  sweep(deps, {
    quietMinutes: 14,
    claim: claimInvoicesToPoll,
    run: (row) => refetchInvoice(deps, row),
    signal,
  })

/** Completes or discards attempts that are unchanged for 10 minutes, and retries due mails. */
export const finishPushes = (
  deps: Deps,
  processor: Processor,
  signal?: AbortSignal,
): Promise<void> =>
  sweep(deps, {
    quietMinutes: 10,
    claim: claimUnfinishedPushes,
    run: (push) => finishPush(deps, processor, push),
    signal,
  })

async function finishPush(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  if (push.state === 'opened') return retryMail(deps, processor, push)
  const { status, version } = await getInvoiceRow(deps.db, push.org_id, push.invoice_id)
  const account = await findAccount(deps.db, push.org_id)
  // Nothing is issued on an account that the org has disconnected.
  const isCurrent =
    status === 'draft' && version === push.version && account?.accountId === push.account_id
  if (isCurrent && (push.state === 'finalized' || (await isIssued(processor, push)))) {
    await finalizeInvoice(deps, push.org_id, push.invoice_id)
  } else if (!isCurrent || push.number !== null || !isResumable(push, deps.now())) {
    await discardPush(deps, processor, push)
  }
}

/**
 * True if the last step of an attempt with a reserved number reached the processor, but the
 * response was lost.
 */
async function isIssued(processor: Processor, push: PushRow): Promise<boolean> {
  if (push.number === null || push.payments_invoice_id === null) return false
  const stated = await processor
    .invoice(push.account_id, push.payments_invoice_id)
    .catch(undefinedIfRefused)
  return stated?.status === 'open' || stated?.status === 'paid'
}
