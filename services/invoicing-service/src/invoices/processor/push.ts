import type { Row } from '../../database.ts'
import type { Processor } from '../../processor/processor.ts'

export type PushRow = Row<'invoice_pushes'>

export const pushKey = ({
  invoice_id: id,
  attempt,
}: Pick<PushRow, 'invoice_id' | 'attempt'>): string => `${id}:${attempt}`

/** Incomplete states. Such attempts may have left a document at the processor. */
export const liveStates: ReadonlyArray<PushRow['state']> = ['begun', 'filled', 'finalized']

export const isLive = ({ state }: PushRow): boolean => liveStates.includes(state)

// Shorter than the 24 hours after which the processor forgets an idempotency key. An older attempt
// is replaced by a new one.
const resumableForMs = 20 * 3_600_000

/** True if the processor still has the attempt's keys. */
export const isResumable = (push: PushRow, now: Date): boolean =>
  now.getTime() - push.created_at.getTime() < resumableForMs

/**
 * Creates the processor's draft for an attempt and returns its id. A retry under the same key
 * returns the same id.
 */
export const createDocument = (processor: Processor, push: PushRow): Promise<string> =>
  processor.createInvoice(push.account_id, {
    key: pushKey(push),
    invoiceId: push.invoice_id,
    customerId: push.processor_customer_id,
    currency: push.currency,
    dueDate: push.due_date,
    number: push.created_number,
  })
