import { TaskCreated, TaskDeleted, TaskStatusChanged, TaskUpdated } from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { TaskRow, Tx } from '../database.ts'

const payload = (task: TaskRow) => ({
  taskId: task.id,
  kind: task.kind,
  title: task.title,
  status: task.status,
  tags: task.tags,
  ownerId: task.owner_id,
})

export const emitCreated = (tx: Tx, task: TaskRow): Promise<string> =>
  emit(tx, TaskCreated, task.org_id, payload(task))

export const emitUpdated = (tx: Tx, task: TaskRow, changed: readonly string[]): Promise<string> =>
  emit(tx, TaskUpdated, task.org_id, { ...payload(task), changed: [...changed] })

export const emitStatusChanged = (
  tx: Tx,
  task: TaskRow,
  previousStatus: TaskRow['status'],
): Promise<string> => emit(tx, TaskStatusChanged, task.org_id, { ...payload(task), previousStatus })

export const emitDeleted = (tx: Tx, task: TaskRow, reason: 'deleted' | 'pruned' | 'bulk'): Promise<string> =>
  emit(tx, TaskDeleted, task.org_id, {
    taskId: task.id,
    kind: task.kind,
    title: task.title,
    ownerId: task.owner_id,
    reason,
  })
