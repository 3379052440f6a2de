import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteReceived } from './payment-events.db.ts'

const day = 86_400_000

/**
 * The processor redelivers for three days and lists for thirty. An older event would change
 * nothing.
 */
export const eventsKeptDays = 45

const batch = 5_000

/**
 * Deletes older event ids, and notes whose invoice never arrived, in batches. Several replicas may
 * run it at once.
 */
export async function pruneEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - eventsKeptDays * day)
  for (const table of ['payment_events', 'waiting_credit_notes'] as const) {
    let deleted = batch
    while (deleted === batch && signal?.aborted !== true) {
      deleted = await inTransaction(deps.db, undefined, (tx) =>
        deleteReceived(tx, table, before, batch),
      )
    }
  }
}
