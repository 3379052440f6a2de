import {
  CardCreated,
  CardDeleted,
  CardStatusChanged,
  CardUpdated,
  ContactCreated,
  LinkCaptured,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { CardRow, Tx } from '../database.ts'

const payload = (task: CardRow) => ({
  taskId: task.id,
  kind: task.kind,
  title: task.title,
  status: task.status,
  tags: task.tags,
  ownerId: task.owner_id,
})

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Emits a card's creation, and the event of its kind where that has one. */
export async function emitCreated(tx: Tx, task: CardRow): Promise<void> {
  await emit(tx, CardCreated, task.org_id, payload(task))
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

export const emitUpdated = (tx: Tx, task: CardRow, changed: readonly string[]): Promise<string> =>
  emit(tx, CardUpdated, task.org_id, { ...payload(task), changed: [...changed] })

export const emitStatusChanged = (
  tx: Tx,
  task: CardRow,
  previousStatus: CardRow['status'],
): Promise<string> => emit(tx, CardStatusChanged, task.org_id, { ...payload(task), previousStatus })

export const emitDeleted = (tx: Tx, task: CardRow, reason: 'deleted' | 'pruned' | 'bulk'): Promise<string> =>
  emit(tx, CardDeleted, task.org_id, {
    taskId: task.id,
    kind: task.kind,
    title: task.title,
    ownerId: task.owner_id,
    reason,
  })
