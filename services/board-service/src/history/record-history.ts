import { type ChangeAuthor, historyPrefix } from '@atrium/contracts'
import type { CardRow, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import type { HistoryEntry } from './change-entries.ts'
import { deleteOldHistory, type HistoryRow, insertHistory } from './history.db.ts'

export { hasPersonsChanges } from './history.db.ts'

/** How many changes are kept per card. The next change deletes older ones. */
const maxHistory = 200
/** Maximum number of entries per card version. */
const entriesOfVersion = 3

/** Who makes the changes, and in bulk changes the batch for the entries. */
export interface Recorder {
  by: ChangeAuthor
  batch?: HistoryBatch | undefined
}

/** Entries that `writeHistory` writes in the transaction of the changes. */
export interface HistoryBatch {
  rows: HistoryRow[]
  full: Set<string>
}

export const newBatch = (): HistoryBatch => ({ rows: [], full: new Set() })

/**
 * Writes the entries for a card's change in its transaction, or adds them to the recorder's batch.
 */
export async function recordHistory(
  deps: IdSource,
  tx: Transaction,
  {
    recorder: { by, batch },
    card,
    entries,
  }: { recorder: Recorder; card: CardRow; entries: readonly HistoryEntry[] },
): Promise<void> {
  if (entries.length === 0) return
  const target = batch ?? newBatch()
  for (const { kind, body, change } of entries) {
    target.rows.push({
      id: deps.newId('tle'),
      org_id: card.org_id,
      task_id: card.id,
      kind: `${historyPrefix}${kind}`,
      body,
      author: by,
      change,
      created_at: card.updated_at,
    })
  }
  if (card.version * entriesOfVersion > maxHistory) target.full.add(card.id)
  if (batch === undefined) await writeHistory(tx, card.org_id, target)
}

/** Writes a batch, and deletes its cards' changes beyond the limit. */
export async function writeHistory(tx: Transaction, orgId: string, { rows, full }: HistoryBatch) {
  if (rows.length > 0) await insertHistory(tx, rows)
  if (full.size > 0) await deleteOldHistory(tx, orgId, [...full], maxHistory)
}
