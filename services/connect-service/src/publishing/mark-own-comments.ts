import type { ReadComments } from '@atrium/contracts'
import type { ChannelRow } from '../channels/channel.ts'
import type { Deps } from '../deps.ts'
import type { Page } from '../providers/readers.ts'
import { takenPosts } from './attempts.db.ts'

type CommentPage = Page<typeof ReadComments>

/**
 * Marks the organisation's own comments: those sent through the channel and those of the account
 * itself. Networks hide some authors, so neither check is enough alone.
 */
export async function markOwnComments(
  { db }: Pick<Deps, 'db'>,
  channel: ChannelRow,
  page: CommentPage,
): Promise<CommentPage> {
  const ids = page.comments.map(({ id }) => id)
  const sent = await takenPosts(db, channel.id, ids)
  const comments = page.comments.map((comment) => ({
    ...comment,
    own: sent.has(comment.id) || comment.author?.id === channel.account_id,
  }))
  return { ...page, comments }
}
