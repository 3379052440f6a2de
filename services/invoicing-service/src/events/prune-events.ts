import { inTransaction } from '@atrium/database'
import { deleteWaitingNotesBefore } from '../credit-notes/record-credit-note.ts'
import type { Deps } from '../deps.ts'
import { deleteEventsBefore } from './payment-events.db.ts'

const day = 86_400_000

/** The processor redelivers for three days and lists for thirty; an older event would not change anything. */
export const eventsKeptDays = 45

const batch = 5_000

/** Deletes older ids, and notes whose invoice never came, in batches; several replicas may run it. */
export async function pruneEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - eventsKeptDays * day)
  for (const remove of [deleteEventsBefore, deleteWaitingNotesBefore]) {
    let deleted = batch
    while (deleted === batch && signal?.aborted !== true) {
      deleted = await inTransaction(deps.db, undefined, (tx) => remove(tx, before, batch))
    }
  }
}
