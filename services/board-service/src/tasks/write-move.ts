import type { PostRow, TaskRow, Tx } from '../database.ts'
import { emitStatusChanged } from './events.ts'
import { updatePost, updateTaskStatus } from './tasks.db.ts'

/** Writes a post's move that a claim decided, past the machine of callers; the row is held. */
export async function writeMove(
  tx: Tx,
  before: TaskRow,
  post: PostRow,
  move: { status: TaskRow['status']; dueDate?: Date | null },
  now: Date,
): Promise<{ task: TaskRow; post: PostRow }> {
  const task = await updateTaskStatus(tx, {
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
