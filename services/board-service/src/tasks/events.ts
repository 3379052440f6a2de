import {
  ContactCreated,
  LinkCaptured,
  TaskCreated,
  TaskDeleted,
  TaskStatusChanged,
  TaskUpdated,
} from '@atrium/contracts'
import { emit, type PreparedEvent, prepareEvent } from '@atrium/database'
import type { TaskRow, Tx } from '../database.ts'

const payload = (task: TaskRow) => ({
  taskId: task.id,
  kind: task.kind,
  title: task.title,
  status: task.status,
  tags: task.tags,
  ownerId: task.owner_id,
})

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What is told of a new card: that it is there, and what its kind has to say on top. */
export function createdEvents(task: TaskRow): [PreparedEvent, ...PreparedEvent[]] {
  const created = prepareEvent(TaskCreated, task.org_id, payload(task))
  if (task.kind === 'contact') {
    const { id, title, owner_id } = task
    const contact = { taskId: id, name: title, email: text(task.fields['email']), ownerId: owner_id }
    return [created, prepareEvent(ContactCreated, task.org_id, contact)]
  }
  if (task.kind === 'link' && task.canonical_url !== null) {
    const canonicalUrl = task.canonical_url
    const url = text(task.fields['url']) ?? canonicalUrl
    const link = { taskId: task.id, url, canonicalUrl, ownerId: task.owner_id }
    return [created, prepareEvent(LinkCaptured, task.org_id, link)]
  }
  return [created]
}

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
