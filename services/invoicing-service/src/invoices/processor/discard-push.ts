import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { type Processor, undefinedIfRefused } from '../../processor/processor.ts'
import { lockInvoiceRow } from '../invoices.db.ts'
import { releaseNumber } from '../numbers.db.ts'
import { discardPushesOn, getPush, updatePush } from '../pushes.db.ts'
import { createDocument, isLive, isResumable, type PushRow } from './push.ts'

/**
 * Discards an attempt and its document. A draft is deleted. An open invoice is voided, because it
 * was never sent. If a crash lost the document's id, the creation is repeated under its key to read
 * the id.
 */
export async function discardPush(deps: Deps, processor: Processor, begun: PushRow): Promise<void> {
  const push = await getPush(deps.db, begun)
  // A concurrent request has discarded the attempt, or opened the invoice with it.
  if (!isLive(push)) return
  if (push.payments_invoice_id !== null || isResumable(push, deps.now())) {
    const id = push.payments_invoice_id ?? (await recreate(processor, push))
    if (id !== undefined) await removeDocument(processor, push.account_id, id)
  }
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    const current = await getPush(tx, push)
    if (!isLive(current)) return
    await updatePush(tx, push, { state: 'discarded' })
    if (current.number !== null && row.number === null)
      await releaseNumber(tx, push.org_id, current.number)
  })
}

/**
 * Discards unfinished attempts on an account that no longer exists and releases their reserved
 * numbers.
 */
export async function abandonPushes(
  tx: Transaction,
  orgId: string,
  accountId: string,
): Promise<void> {
  for (const number of await discardPushesOn(tx, orgId, accountId))
    await releaseNumber(tx, orgId, number)
}

/**
 * Returns undefined if the creation failed at the processor, because then there is at most an
 * invisible draft.
 */
async function recreate(processor: Processor, push: PushRow): Promise<string | undefined> {
  try {
    return await createDocument(processor, push)
  } catch (error) {
    if (error instanceof AppError && error.code === 'processor_failed_before') return undefined
    return undefinedIfRefused(error)
  }
}

async function removeDocument(processor: Processor, accountId: string, id: string): Promise<void> {
  const voidIfOpen = async (status: string): Promise<void> => {
    if (status === 'open') await processor.voidInvoice(accountId, id)
  }
  try {
    const { status } = await processor.invoice(accountId, id)
    if (status !== 'draft') return await voidIfOpen(status)
    try {
      await processor.deleteInvoiceDraft(accountId, id)
    } catch (error) {
      // A concurrent request has just finalized it.
      undefinedIfRefused(error)
      await voidIfOpen((await processor.invoice(accountId, id)).status)
    }
  } catch (error) {
    // An earlier discard removed the document and then crashed.
    undefinedIfRefused(error)
  }
}
