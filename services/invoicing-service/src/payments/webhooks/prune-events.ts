import type { Deps } from '../../deps.ts'
import { deleteEventsBefore } from './payment-events.db.ts'

const day = 86_400_000

/**
 * How long the id of an event is kept. The processor redelivers for three days and lists events for thirty, so an
 * older one cannot come again; and if it did, its effect would find the state that it asks for.
 */
export const eventsKeptDays = 45

const batch = 5_000

/** Forgets events older than that, in batches. Safe on any number of replicas. */
export async function pruneEvents(deps: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - eventsKeptDays * day)
  while (signal?.aborted !== true) {
    if ((await deleteEventsBefore(deps.db, before, batch)) < batch) return
  }
}
