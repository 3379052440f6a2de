import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { ProcessorEvent } from '../processor/event.ts'
import { isRefusal } from '../processor/processor.ts'
import { findOrgOfAccount } from './reversals.db.ts'

/** Long enough for a redelivery and a try by the poller. */
const waitedForMs = 3_600_000

const PaymentIntent = z.object({
  payment_intent: z.union([
    z.string().min(1).max(255),
    z.object({ id: z.string() }).transform(({ id }) => id),
  ]),
})

/**
 * Adds invoice and checkout session of the payment to a refund or dispute, because the processor's
 * events leave them out. Returns the event unchanged if the processor refuses to show them, and
 * after an hour, because the account's later events wait behind it. Throws `unavailable`.
 */
export async function addPayment(deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> {
  const { processor, db, logger, now } = deps
  const { account, data } = event
  if (processor === null || account == null) return event
  const intent = PaymentIntent.safeParse(data.object)
  if (!intent.success || (await findOrgOfAccount(db, account)) === undefined) return event
  const payment = await processor
    .findPayment(account, intent.data.payment_intent)
    .catch((error: unknown) => {
      const isWaitedFor = now().getTime() - event.created * 1000 < waitedForMs
      if (!isRefusal(error) && isWaitedFor) throw error
      logger.warn(
        { err: error, event: event.id },
        '[payments] the payment of a refund or dispute is unknown',
      )
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
