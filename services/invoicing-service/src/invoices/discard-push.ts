import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { isRefusal, type Processor } from '../payments/processor.ts'
import { lockInvoiceRow } from './invoices.db.ts'
import { createdInvoice } from './issue-push.ts'
import { releaseNumber } from './numbers.db.ts'
import { getPush, isLive, isResumable, type PushRow, updatePush } from './pushes.db.ts'

/**
 * Takes back what an attempt left at the processor: a draft is deleted, an open invoice, which was never sent,
 * is voided; the number that was kept for it is free again. When the id was lost in a crash, repeating the creation
 * under its key brings it back.
 */
export async function discardPush(deps: Deps, processor: Processor, begun: PushRow): Promise<void> {
  const push = await getPush(deps.db, begun)
  // Another request was faster: it discarded the attempt, or opened the invoice with it.
  if (!isLive(push)) return
  if (push.payments_invoice_id !== null || isResumable(push, deps.now())) {
    const id = push.payments_invoice_id ?? (await recreate(processor, push))
    if (id !== undefined) await takeBack(processor, push.account_id, id)
  }
  await inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockInvoiceRow(tx, push.org_id, push.invoice_id)
    const now = await getPush(tx, push)
    if (!isLive(now)) return
    await updatePush(tx, push, { state: 'discarded' })
    if (now.number !== null && row.number === null) await releaseNumber(tx, push.org_id, now.number)
  })
}

/** Undefined when the creation failed at the processor: what it may have left is a draft that nobody ever sees. */
async function recreate(processor: Processor, push: PushRow): Promise<string | undefined> {
  try {
    return await createdInvoice(processor, push)
  } catch (error) {
    if (isRefusal(error)) return undefined
    if (error instanceof AppError && error.code === 'processor_failed_before') return undefined
    throw error
  }
}

async function takeBack(processor: Processor, accountId: string, id: string): Promise<void> {
  try {
    const { status } = await processor.invoice(accountId, id)
    if (status === 'draft') await deleteDraft(processor, accountId, id)
    else if (status === 'open') await processor.voidInvoice(accountId, id)
  } catch (error) {
    // Gone already: an earlier attempt at discarding it was cut off after its effect.
    if (!isRefusal(error)) throw error
  }
}

/** One that another request finalizes at this moment is voided instead. */
async function deleteDraft(processor: Processor, accountId: string, id: string): Promise<void> {
  try {
    await processor.deleteInvoiceDraft(accountId, id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { status } = await processor.invoice(accountId, id)
    if (status === 'open') await processor.voidInvoice(accountId, id)
  }
}
