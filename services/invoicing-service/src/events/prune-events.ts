import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteEventsBefore } from './payment-events.db.ts'

const day = 86_400_000

/**
 * How long the id of an event is kept. The processor redelivers for three days and lists events for thirty. An older
 * event would not change the state that its effect left.
 */
export const eventsKeptDays = 45

const batch = 5_000

/** Deletes older ids in batches; several replicas may run it. */
export async function pruneEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - eventsKeptDays * day)
  while (signal?.aborted !== true) {
    const deleted = await inTransaction(deps.db, undefined, (tx) => deleteEventsBefore(tx, before, batch))
    if (deleted < batch) return
  }
}
