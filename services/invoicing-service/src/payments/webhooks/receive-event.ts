import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { effects } from './effects.ts'
import type { ProcessorEvent } from './event.ts'
import { markIgnored, recordEvent } from './payment-events.db.ts'

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
  return inTransaction(deps.db, undefined, async (tx) => {
    const outcome = effect === undefined ? 'ignored' : 'handled'
    if (!(await recordEvent(tx, endpoint, event, outcome))) return 'seen'
    if (effect === undefined) return 'ignored'
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
