import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { payOnce } from '../../invoices/apply-statement.ts'
import { effects, paymentIn } from './effects.ts'
import type { ProcessorEvent } from './event.ts'
import { markIgnored, recordEvent, recording } from './payment-events.db.ts'

export type Endpoint = 'invoicing' | 'offers' | 'connect'

/** What was made of an event: `handled`, `ignored`, or `seen` when it came before. */
export type Outcome = 'handled' | 'ignored' | 'seen'

/** The endpoint that handles a type of event; undefined for one that nothing here is about. */
export function endpointOf(type: string): Endpoint | undefined {
  if (type === 'account.updated') return 'connect'
  if (type.startsWith('checkout.session.') || type.startsWith('customer.subscription.')) return 'offers'
  return type.startsWith('invoice.') ? 'invoicing' : undefined
}

/**
 * Has an event's effect once. Effect and event id commit together: of concurrent deliveries one waits for the
 * other and then finds the id; a crash before the commit leaves neither.
 */
export async function receiveEvent(deps: Deps, endpoint: Endpoint, event: ProcessorEvent): Promise<Outcome> {
  const effect = endpointOf(event.type) === endpoint ? effects[event.type] : undefined
  if (effect === undefined) {
    return (await recordEvent(deps.db, endpoint, event, 'ignored')) ? 'ignored' : 'seen'
  }
  return inTransaction(deps.db, undefined, async (tx) => {
    const payment = paymentIn(event)
    if (payment !== undefined) {
      // By far the most frequent event: recorded, and had its effect, in one statement.
      const { fresh, paid } = await payOnce(tx, payment, recording(endpoint, event, 'handled'))
      if (!fresh) return 'seen'
      if (paid) return 'handled'
    } else if (!(await recordEvent(tx, endpoint, event, 'handled'))) return 'seen'
    const handled = await effect(deps, tx, event).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'event_unreadable') throw error
      // Another delivery would bring the same object.
      deps.logger.error(
        { err: error, event: event.id, type: event.type },
        '[payments] an event of unknown shape',
      )
      return false
    })
    if (handled) return 'handled'
    await markIgnored(tx, endpoint, event)
    return 'ignored'
  })
}
