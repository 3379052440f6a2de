import type { CardRow, PostRow, Tx } from '../database.ts'
import { updatePost, writeCardStatus } from './cards.db.ts'
import { emitStatusChanged, emitUpdated } from './events.ts'

/** Writes a post's move that a claim decided, past the machine of callers; the row is held. */
export async function writeMove(
  tx: Tx,
  before: CardRow,
  post: PostRow,
  move: { status: CardRow['status']; dueDate?: Date | null },
  now: Date,
): Promise<{ task: CardRow; post: PostRow }> {
  const task = await writeCardStatus(tx, {
    id: before.id,
    org_id: before.org_id,
    status: move.status,
    due_date: move.dueDate === undefined ? before.due_date : move.dueDate,
    version: before.version + 1,
    status_changed_at: now,
    updated_at: now,
  })
  await emitStatusChanged(tx, task, before.status)
  return { task, post: await updatePost(tx, post) }
}

/** Writes what was learned of a post that stays where it is; the row is held. */
export async function writePost(tx: Tx, before: CardRow, post: PostRow, now: Date): Promise<void> {
  const { id, org_id, status, due_date, status_changed_at } = before
  const same = { id, org_id, status, due_date, status_changed_at }
  const task = await writeCardStatus(tx, { ...same, version: before.version + 1, updated_at: now })
  await updatePost(tx, post)
  await emitUpdated(tx, task, ['post'])
}
