import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { Endpoint, Outcome, ProcessorEvent } from '../processor/event.ts'
import { withAllLines } from './complete-lines.ts'
import { effects } from './effects.ts'
import { isRecorded, markIgnored, recordEvent } from './payment-events.db.ts'

/** The endpoint of a type of event; undefined for a type that is not handled. */
export function endpointOf(type: string): Endpoint | undefined {
  if (type === 'account.updated') return 'connect'
  if (type.startsWith('checkout.session.') || type.startsWith('customer.subscription.')) return 'offers'
  return type.startsWith('invoice.') || type.startsWith('credit_note.') ? 'invoicing' : undefined
}

/** Effect and event id commit together: a concurrent delivery waits for the first and finds the id. */
export async function receiveEvent(deps: Deps, endpoint: Endpoint, event: ProcessorEvent): Promise<Outcome> {
  // Most redeliveries end with this read.
  if (await isRecorded(deps.db, endpoint, event)) return 'seen'
  const effect = endpointOf(event.type) === endpoint ? effects[event.type] : undefined
  const complete = effect === undefined ? event : await withAllLines(deps, event)
  return inTransaction(deps.db, undefined, async (tx) => {
    const outcome = effect === undefined ? 'ignored' : 'handled'
    if (!(await recordEvent(tx, endpoint, event, outcome))) return 'seen'
    if (effect === undefined) return 'ignored'
    const isHandled = await effect(deps, tx, complete).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'event_unreadable') throw error
      // A redelivery would have the same object.
      const { id, type } = event
      deps.logger.error({ err: error, event: id, type }, '[payments] an event of unknown shape')
      return false
    })
    if (isHandled) return 'handled'
    await markIgnored(tx, endpoint, event)
    return 'ignored'
  })
}
