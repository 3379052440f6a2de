import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { ProcessorEvent } from '../processor/event.ts'
import { isRefusal } from '../processor/processor.ts'
import { findOrgOfAccount } from './reversals.db.ts'

/** Meanwhile the processor delivers the event again, and the poller has tried it. */
const waitedForMs = 3_600_000

const PaymentIntent = z.object({
  payment_intent: z.union([
    z.string().min(1).max(255),
    z.object({ id: z.string() }).transform(({ id }) => id),
  ]),
})

/**
 * A refund or dispute with the invoice and the checkout session of its payment, which the processor's events leave out.
 * Unchanged if the processor refuses to show them, and after an hour, since the account's later events wait behind it.
 * Throws `unavailable`.
 */
export async function addPayment(deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> {
  const { processor, db, logger, now } = deps
  const { account, data } = event
  if (processor === null || account == null) return event
  const intent = PaymentIntent.safeParse(data.object)
  if (!intent.success || (await findOrgOfAccount(db, account)) === undefined) return event
  const payment = await processor.findPayment(account, intent.data.payment_intent).catch((error: unknown) => {
    const isWaitedFor = now().getTime() - event.created * 1000 < waitedForMs
    if (!isRefusal(error) && isWaitedFor) throw error
    logger.warn({ err: error, event: event.id }, '[payments] the payment of a refund or dispute is unknown')
    return undefined
  })
  if (payment === undefined) return event
  const { invoiceId, sessionId, sessionTotal } = payment
  const object = {
    ...data.object,
    invoice: data.object['invoice'] ?? invoiceId,
    checkout_session: sessionId,
    session_total: sessionTotal,
  }
  return { ...event, data: { object } }
}
