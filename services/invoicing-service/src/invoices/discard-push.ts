import { AppError } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import type { Processor } from '../payments/processor.ts'
import { type PushRow, pushKey, updatePush } from './pushes.db.ts'

const keysLiveMs = 20 * 3_600_000

/**
 * Takes back what an attempt left at the processor: a draft is deleted, an open invoice, which was never sent,
 * is voided. When the id was lost in a crash, repeating the creation under its key brings it back.
 */
export async function discardPush(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  const young = deps.now().getTime() - push.created_at.getTime() < keysLiveMs
  if (push.payments_invoice_id !== null || young) {
    const id = push.payments_invoice_id ?? (await recreate(processor, push))
    if (id !== undefined) await takeBack(processor, push.account_id, id)
  }
  await updatePush(deps.db, push, { state: 'discarded' })
}

/** Undefined when the creation failed at the processor: what it may have left is a draft that nobody ever sees. */
async function recreate(processor: Processor, push: PushRow): Promise<string | undefined> {
  try {
    return await processor.createInvoice(push.account_id, {
      key: pushKey(push),
      invoiceId: push.invoice_id,
      customerId: push.processor_customer_id,
      currency: push.currency,
      dueDate: push.due_date,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'processor_failed_before') return undefined
    throw error
  }
}

async function takeBack(processor: Processor, accountId: string, id: string): Promise<void> {
  try {
    const { status } = await processor.invoice(accountId, id)
    if (status === 'draft') await processor.deleteInvoiceDraft(accountId, id)
    else if (status === 'open') await processor.voidInvoice(accountId, id)
  } catch (error) {
    // Gone already: an earlier attempt at discarding it was cut off after its effect.
    if (!(error instanceof AppError) || error.code !== 'processor_refused') throw error
  }
}
