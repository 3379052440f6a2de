import {
  PostFailed,
  type PostFailure,
  PostHandedOff,
  PostPosted,
  PostPostedByHand,
  PostReviewed,
  PostUnconfirmed,
} from '@atrium/contracts'
import { emit } from '@atrium/database'
import type { CardRow, PostRow, Tx } from '../database.ts'

const unknownFailure: PostFailure = { class: 'unknown', message: 'Set by a person', fix: null }

/** The event of the status that a post has arrived in; none for a move inside the house. */
export async function emitPostMove(tx: Tx, { task, post }: { task: CardRow; post: PostRow }): Promise<void> {
  const base = {
    taskId: task.id,
    platform: post.platform,
    channelId: post.channel_id,
    title: task.title,
    ownerId: task.owner_id,
  }
  const failure = post.failure ?? unknownFailure
  switch (task.status) {
    case 'reviewed':
      await emit(tx, PostReviewed, task.org_id, { ...base, dueDate: task.due_date?.toISOString() ?? '' })
      return
    case 'posted':
      await emit(tx, PostPosted, task.org_id, {
        ...base,
        externalId: post.external_id,
        externalUrl: post.external_url,
      })
      return
    case 'failed':
      await emit(tx, PostFailed, task.org_id, { ...base, failure })
      return
    case 'unconfirmed':
      await emit(tx, PostUnconfirmed, task.org_id, { ...base, failure })
      return
    case 'handed_off':
      await emit(tx, PostHandedOff, task.org_id, base)
      return
    case 'posted_by_hand':
      await emit(tx, PostPostedByHand, task.org_id, { ...base, externalUrl: post.external_url })
      return
    default:
      return
  }
}
