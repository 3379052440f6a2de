import {
  AppError,
  cardErrors,
  type PostComment,
  type PostCommentPage,
  type PostCommentQuery,
  ReadPostComments,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { getStoredCard } from '../cards/stored-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { pageAfter, requireCursor } from './comment-cursor.ts'

/**
 * A page of the comments below a posted post, as its network shows them to the caller's channel. Throws `not_found`
 * (404), `not_a_post`, `not_posted` (409), `channel_not_available`, `token_rejected` (422), `validation_failed` (400)
 * for a foreign cursor, `unavailable`, `network_unavailable` (503).
 */
export async function readPostComments(
  deps: Deps,
  ctx: Ctx,
  id: string,
  { cursor, limit }: PostCommentQuery,
): Promise<PostCommentPage> {
  const { orgId, userId } = ctx.principal
  const { card, post } = await getStoredCard(deps, orgId, id, ctx.tx)
  if (post === undefined) throw cardErrors.not_a_post()
  const { channel_id: channelId, external_id: externalId } = post
  if (card.status !== 'posted' || channelId === null || externalId === null) throw cardErrors.not_posted()
  requireCursor(cursor)
  const about = { orgId, actorId: userId, channelId, externalId }
  const { items } = await callRpc(deps.bus, ReadPostComments, about).catch((error: unknown) => {
    // Connect does not know the channel, the caller may not use it, or its network shows no comments.
    if (error instanceof AppError && error.kind === 'not_found') throw cardErrors.channel_not_available()
    throw error
  })
  const page = pageAfter(items, cursor, limit)
  return { items: page.items.map(commentView), next: page.next }
}

type NetworkComment = Omit<PostComment, 'createdAt'> & { createdAt: string | null }

function commentView({ id, message, author, createdAt }: NetworkComment): PostComment {
  const at = createdAt === null ? undefined : new Date(createdAt)
  const isMoment = at !== undefined && !Number.isNaN(at.getTime())
  return { id, message, author, createdAt: isMoment ? at.toISOString() : null }
}
