import { type ChangeAuthor, historyPrefix, newId } from '@atrium/contracts'
import type { CardRow, Transaction } from '../database.ts'
import type { HistoryEntry } from './change-entries.ts'
import { deleteOldHistory, type HistoryRow, insertHistory } from './history.db.ts'

export { hasPersonsChanges } from './history.db.ts'

/** Changes of one card that are kept; older ones are deleted with the next change. */
const maxHistory = 200
/** Entries of one version of a card at most. */
const entriesOfVersion = 3

/** The author of changes, and the batch that collects their entries where many cards change at once. */
export interface Recorder {
  by: ChangeAuthor
  batch?: HistoryBatch | undefined
}

/** Entries to be written with `writeHistory` in the transaction of the changes. */
export interface HistoryBatch {
  rows: HistoryRow[]
  full: Set<string>
}

export const newBatch = (): HistoryBatch => ({ rows: [], full: new Set() })

/** Writes the entries of a card's change in its transaction, or adds them to the recorder's batch. */
export async function recordHistory(
  tx: Transaction,
  { by, batch }: Recorder,
  card: CardRow,
  entries: readonly HistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const target = batch ?? newBatch()
  for (const { kind, body, change } of entries) {
    target.rows.push({
      id: newId('tle'),
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

/** Writes a batch, and deletes what its cards have beyond the bound. */
export async function writeHistory(tx: Transaction, orgId: string, { rows, full }: HistoryBatch) {
  if (rows.length > 0) await insertHistory(tx, rows)
  if (full.size > 0) await deleteOldHistory(tx, orgId, [...full], maxHistory)
}
