import { inTransaction, prepared } from '@atrium/database'
import { sql } from 'kysely'
import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { effects } from './effects.ts'
import type { ProcessorEvent } from './event.ts'

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
    if (!(await recordEvent(tx, endpoint, event, 'handled'))) return 'seen'
    const handled = await effect(deps, tx, event)
    if (handled) return 'handled'
    await markIgnored(tx, endpoint, event)
    return 'ignored'
  })
}

/** Writes the id; false when it was there. */
async function recordEvent(
  db: Deps['db'],
  endpoint: Endpoint,
  event: ProcessorEvent,
  outcome: Outcome,
): Promise<boolean> {
  const { rows } = await sql`${prepared('record-event')}
    insert into payment_events (endpoint, event_id, type, outcome)
    values (${endpoint}, ${event.id}, ${event.type}, ${outcome})
    on conflict do nothing returning event_id`.execute(db)
  return rows.length > 0
}

async function markIgnored(tx: Transaction, endpoint: Endpoint, event: ProcessorEvent): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ outcome: 'ignored' })
    .where('endpoint', '=', endpoint)
    .where('event_id', '=', event.id)
    .execute()
}
