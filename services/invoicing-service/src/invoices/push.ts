import type { Row } from '../database.ts'
import type { Processor } from '../processor/processor.ts'

export type PushRow = Row<'invoice_pushes'>

/** The prefix of every idempotency key of an attempt. */
export const pushKey = ({ invoice_id: id, attempt }: Pick<PushRow, 'invoice_id' | 'attempt'>): string =>
  `${id}:${attempt}`

/** The states of an attempt that may have left a document at the processor and is not completed. */
export const liveStates: ReadonlyArray<PushRow['state']> = ['begun', 'filled', 'finalized']

export const isLive = ({ state }: PushRow): boolean => liveStates.includes(state)

// The processor forgets an idempotency key after 24 hours; an older attempt is replaced by a new one.
const resumableForMs = 20 * 3_600_000

/** Whether the processor still knows the keys of an attempt. */
export const isResumable = (push: PushRow, now: Date): boolean =>
  now.getTime() - push.created_at.getTime() < resumableForMs

/** Creates the processor's draft of an attempt; its id, which a retry under the same key answers again. */
export const createDocument = (processor: Processor, push: PushRow): Promise<string> =>
  processor.createInvoice(push.account_id, {
    key: pushKey(push),
    invoiceId: push.invoice_id,
    customerId: push.processor_customer_id,
    currency: push.currency,
    dueDate: push.due_date,
    number: push.created_number,
  })
