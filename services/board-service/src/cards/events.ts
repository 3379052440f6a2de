import {
  CardAssigned,
  CardCreated,
  CardDeleted,
  CardStatusChanged,
  CardUpdated,
  ContactCreated,
  cardTitle,
  LinkCaptured,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { CardRow, Transaction } from '../database.ts'

const payload = (card: CardRow) => ({
  taskId: card.id,
  kind: card.kind,
  title: cardTitle(card),
  status: card.status,
  tags: card.tags,
  ownerId: card.owner_id,
})

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Emits a card's creation, and the event of its kind if there is one. */
export async function emitCreated(tx: Transaction, card: CardRow): Promise<void> {
  const { id: taskId, owner_id: ownerId, canonical_url: canonicalUrl } = card
  await emit(tx, CardCreated, card.org_id, payload(card))
  if (card.kind === 'contact') {
    const email = text(card.fields['email'])
    await emit(tx, ContactCreated, card.org_id, { taskId, name: card.title, email, ownerId })
  }
  if (card.kind === 'link' && canonicalUrl !== null) {
    const url = text(card.fields['url']) ?? canonicalUrl
    await emit(tx, LinkCaptured, card.org_id, { taskId, url, canonicalUrl, ownerId })
  }
}

export const emitUpdated = (
  tx: Transaction,
  card: CardRow,
  changed: readonly string[],
): Promise<string> =>
  emit(tx, CardUpdated, card.org_id, { ...payload(card), changed: [...changed] })

export const emitStatusChanged = (
  tx: Transaction,
  card: CardRow,
  previousStatus: CardRow['status'],
): Promise<string> => emit(tx, CardStatusChanged, card.org_id, { ...payload(card), previousStatus })

/** Emits an assignment, unless the card has no assignee or keeps the one it had. */
export async function emitAssigned(
  tx: Transaction,
  card: CardRow,
  { from, byId }: { from: string | null; byId: string },
): Promise<void> {
  const { assignee_id: assigneeId } = card
  if (assigneeId === null || assigneeId === from) return
  const { status: _, tags: __, ...assigned } = payload(card)
  await emit(tx, CardAssigned, card.org_id, { ...assigned, assigneeId, byId })
}

export function emitDeleted(tx: Transaction, card: CardRow, reason: 'deleted' | 'pruned' | 'bulk') {
  const { status: _, tags: __, ...deleted } = payload(card)
  return emit(tx, CardDeleted, card.org_id, { ...deleted, reason })
}
