import {
  ContactCreated,
  LinkCaptured,
  TaskCreated,
  TaskDeleted,
  TaskStatusChanged,
  TaskUpdated,
} from '@atrium/contracts'
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

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Emits a card's creation, and the event of its kind where that has one. */
export async function emitCreated(tx: Tx, task: TaskRow): Promise<void> {
  await emit(tx, TaskCreated, task.org_id, payload(task))
  if (task.kind === 'contact') {
    const { id, title, owner_id } = task
    const contact = { taskId: id, name: title, email: text(task.fields['email']), ownerId: owner_id }
    await emit(tx, ContactCreated, task.org_id, contact)
  }
  if (task.kind === 'link' && task.canonical_url !== null) {
    const canonicalUrl = task.canonical_url
    const url = text(task.fields['url']) ?? canonicalUrl
    const link = { taskId: task.id, url, canonicalUrl, ownerId: task.owner_id }
    await emit(tx, LinkCaptured, task.org_id, link)
  }
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
