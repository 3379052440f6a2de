import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import type { Endpoint, Outcome, ProcessorEvent } from '../processor/event.ts'
import { isRefusal } from '../processor/processor.ts'
import { addPayment } from '../reversals/find-payment.ts'
import { effects } from './effects.ts'
import { isRecorded, markIgnored, recordEvent } from './payment-events.db.ts'

const invoicingTypes = ['invoice.', 'credit_note.', 'charge.']

/** Returns the endpoint of an event type, or undefined if the type is not handled. */
export function findEndpoint(type: string): Endpoint | undefined {
  if (type === 'account.updated') return 'connect'
  if (type.startsWith('checkout.session.') || type.startsWith('customer.subscription.'))
    return 'offers'
  return invoicingTypes.some((start) => type.startsWith(start)) ? 'invoicing' : undefined
}

/**
 * Applies an event once. Its effect and its id commit together, so a concurrent delivery waits for
 * the first and finds the id. Throws `unavailable` (503) if the processor does not respond for data
 * that the event lacks.
 */
export async function receiveEvent(
  deps: Deps,
  endpoint: Endpoint,
  event: ProcessorEvent,
): Promise<Outcome> {
  if (await isRecorded(deps.db, endpoint, event)) return 'seen'
  const effect = findEndpoint(event.type) === endpoint ? effects[event.type] : undefined
  const complete = effect === undefined ? event : await completeEvent(deps, event)
  return inTransaction(deps.db, undefined, async (tx) => {
    const outcome = effect === undefined ? 'ignored' : 'handled'
    if (!(await recordEvent(tx, endpoint, event, outcome))) return 'seen'
    if (effect === undefined) return 'ignored'
    const isHandled = await effect(deps, tx, complete).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'event_unreadable') throw error
      // A redelivery would contain the same object.
      const { id, type } = event
      deps.logger.error({ err: error, event: id, type }, '[payments] an event of unknown shape')
      return false
    })
    if (isHandled) return 'handled'
    await markIgnored(tx, endpoint, event)
    return 'ignored'
  })
}

const completeEvent = (deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> =>
  event.type.startsWith('charge.') ? addPayment(deps, event) : withAllLines(deps, event)

/** The platform's line limit of an invoice. */
const linesAtMost = 500
/** Long enough for a redelivery and a try by the poller. */
const waitedForMs = 3_600_000

const PartOfSale = z.object({
  id: z.string(),
  billing_reason: z.string().startsWith('subscription'),
  lines: z.object({ has_more: z.literal(true) }),
})

/**
 * Adds all lines to the paid invoice of a subscription. The event stays unchanged if the processor
 * refuses the lines, if there are too many, or after an hour, because later events of the account
 * wait behind it. Throws `unavailable`.
 */
async function withAllLines(deps: Deps, event: ProcessorEvent): Promise<ProcessorEvent> {
  const { processor, db, logger, now } = deps
  const { account, type, data } = event
  if (processor === null || account == null || type !== 'invoice.paid') return event
  const sale = PartOfSale.safeParse(data.object)
  if (!sale.success || (await orgOfAccount(db, account)) === undefined) return event
  const lines = await processor
    .invoiceLines(account, sale.data.id, linesAtMost)
    .catch((error: unknown) => {
      if (isRefusal(error)) return undefined
      if (now().getTime() - event.created * 1000 < waitedForMs) throw error
      logger.warn(
        { err: error, event: event.id },
        '[payments] a sale is recorded without its lines',
      )
      return undefined
    })
  if (lines === undefined) return event
  return { ...event, data: { object: { ...data.object, lines: { data: lines, has_more: false } } } }
}
