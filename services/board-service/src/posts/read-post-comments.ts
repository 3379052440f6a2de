import {
  AppError,
  cardErrors,
  type NetworkComment,
  type Platform,
  type PostComment,
  type PostCommentPage,
  type PostCommentQuery,
  ReadPostComments,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { getStoredCard } from '../cards/stored-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { pageAfter, requireCursor } from './comment-cursor.ts'
import { hasCommented } from './posts.db.ts'

const mostComments = 1_000
const mostPages = 40

/** Returns a post's comments from its network. Throws `not_posted`, `channel_not_available`. */
export async function readPostComments(
  deps: Deps,
  ctx: Ctx,
  { id, query: { cursor, limit } }: { id: string; query: PostCommentQuery },
): Promise<PostCommentPage> {
  const { orgId, userId } = ctx.principal
  const { card, post } = await getStoredCard(deps, orgId, id, ctx.tx)
  if (post === undefined) throw cardErrors.not_a_post()
  const { channel_id: channelId, external_id: externalId } = post
  if (card.status !== 'posted' || channelId === null || externalId === null)
    throw cardErrors.not_posted()
  requireCursor(cursor)
  const about = { orgId, actorId: userId, channelId, externalId }
  const items = await everyComment(deps, about).catch((error: unknown) => {
    // Connect does not have the channel, the caller may not use it, or its network shows no
    // comments.
    if (error instanceof AppError && error.kind === 'not_found')
      throw cardErrors.channel_not_available()
    throw error
  })
  const page = pageAfter(items, cursor, limit)
  return { items: page.items.map(commentView), next: page.next }
}

/**
 * Reads all comments of a post, up to a limit, because a network's own cursor fails if a comment
 * was deleted or added.
 */
async function everyComment(
  deps: Deps,
  about: { orgId: string; actorId: string; channelId: string; externalId: string },
): Promise<NetworkComment[]> {
  const found = new Map<string, NetworkComment>()
  let cursor: string | null = null
  for (let page = 0; page < mostPages && found.size < mostComments; page += 1) {
    const from: string | null = cursor
    const { items, next } = await pageFrom(deps, { ...about, cursor: from })
    for (const item of items) found.set(item.id, item)
    if (next === null || next === from) break
    cursor = next
  }
  return [...found.values()].slice(0, mostComments)
}

const pageFrom = (
  deps: Deps,
  asked: {
    orgId: string
    actorId: string
    channelId: string
    externalId: string
    cursor: string | null
  },
) => callRpc(deps.bus, ReadPostComments, asked)

function commentView({ id, message, author, createdAt }: NetworkComment): PostComment {
  const at = createdAt === null ? undefined : new Date(createdAt)
  const isMoment = at !== undefined && !Number.isNaN(at.getTime())
  return { id, message, author, createdAt: isMoment ? at.toISOString() : null }
}

/** True if an org's post for a network has a first comment or moves its link into one. */
export const usesComments = async ({ db }: Deps, orgId: string, platform: Platform) => ({
  used: await hasCommented(db, orgId, platform),
})
