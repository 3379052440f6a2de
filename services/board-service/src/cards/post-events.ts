import {
  type ChangeAuthor,
  cardTitle,
  PostFailed,
  type PostFailure,
  PostHandedOff,
  PostPosted,
  PostPostedByHand,
  PostReviewed,
  PostUnconfirmed,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { CardRow, PostRow, Transaction } from '../database.ts'
import { findActor } from './events.ts'

const unknownFailure: PostFailure = { class: 'unknown', message: 'Set by a person', fix: null }

/** Emits the event for a post's new status. `draft` and `posting` have no event. */
export async function emitPostMove(
  tx: Transaction,
  { card, post }: { card: CardRow; post: PostRow },
  by: ChangeAuthor,
) {
  const base = {
    taskId: card.id,
    platform: post.platform,
    channelId: post.channel_id,
    accountName: post.account_name,
    title: cardTitle(card),
    text: card.body,
    externalUrl: post.external_url,
    ownerId: card.owner_id,
    actorId: findActor(by),
  }
  const { external_id: externalId, failure: known } = post
  const failure = known ?? unknownFailure
  const dueDate = card.due_date?.toISOString() ?? ''
  const moves: Partial<Record<CardRow['status'], () => Promise<string>>> = {
    reviewed: () => emit(tx, PostReviewed, card.org_id, { ...base, dueDate }),
    posted: () => emit(tx, PostPosted, card.org_id, { ...base, externalId }),
    failed: () => emit(tx, PostFailed, card.org_id, { ...base, failure }),
    unconfirmed: () => emit(tx, PostUnconfirmed, card.org_id, { ...base, failure }),
    handed_off: () => emit(tx, PostHandedOff, card.org_id, base),
    posted_by_hand: () => emit(tx, PostPostedByHand, card.org_id, base),
  }
  await moves[card.status]?.()
}
