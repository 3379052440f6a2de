import {
  CardAssigned,
  CardCreated,
  CardDeleted,
  CardStatusChanged,
  CardUpdated,
  type ChangeAuthor,
  ContactCreated,
  cardTitle,
  LinkCaptured,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { CardRow, Transaction } from '../database.ts'

/** Returns the user who made a change, or null if it was an agent. */
export const findActor = ({ type, id }: ChangeAuthor): string | null =>
  type === 'user' ? id : null

const payload = (card: CardRow, by: ChangeAuthor) => ({
  taskId: card.id,
  kind: card.kind,
  title: cardTitle(card),
  status: card.status,
  tags: card.tags,
  ownerId: card.owner_id,
  actorId: findActor(by),
})

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Emits a card's creation, and the event of its kind if there is one. */
export async function emitCreated(tx: Transaction, card: CardRow, by: ChangeAuthor): Promise<void> {
  const { id: taskId, owner_id: ownerId, canonical_url: canonicalUrl } = card
  await emit(tx, CardCreated, card.org_id, payload(card, by))
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
  { changed, by }: { changed: readonly string[]; by: ChangeAuthor },
): Promise<string> =>
  emit(tx, CardUpdated, card.org_id, { ...payload(card, by), changed: [...changed] })

export const emitStatusChanged = (
  tx: Transaction,
  card: CardRow,
  { from, by }: { from: CardRow['status']; by: ChangeAuthor },
): Promise<string> =>
  emit(tx, CardStatusChanged, card.org_id, { ...payload(card, by), previousStatus: from })

/** Emits an assignment, unless the card has no assignee or keeps the one it had. */
export async function emitAssigned(
  tx: Transaction,
  card: CardRow,
  { from, by }: { from: string | null; by: ChangeAuthor },
): Promise<void> {
  const { assignee_id: assigneeId } = card
  if (assigneeId === null || assigneeId === from) return
  const { status: _, tags: __, actorId: ___, ...assigned } = payload(card, by)
  await emit(tx, CardAssigned, card.org_id, { ...assigned, assigneeId, byId: by.id })
}

export function emitDeleted(
  tx: Transaction,
  card: CardRow,
  { reason, by }: { reason: 'deleted' | 'pruned' | 'bulk'; by: ChangeAuthor },
) {
  const { status: _, tags: __, ...deleted } = payload(card, by)
  return emit(tx, CardDeleted, card.org_id, { ...deleted, reason })
}
