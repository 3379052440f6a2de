import { createHash } from 'node:crypto'
import { isRefusedText, mostMedia } from '../post-limits.ts'
import { invalid, only, ShortpostProblem } from './shortpost-problem.ts'
import { type ShortpostPost, type ShortpostState, snowflake } from './shortpost-state.ts'

const links = /https?:\/\/[^\s<>"]+/g

/** Creates a post as `POST /2/tweets` does, with every network rule that we know. */
export function createPost(
  state: ShortpostState,
  userId: string,
  body: unknown,
  now: Date,
): ShortpostPost {
  const { text = '', media, reply } = only(body, 'body', ['text', 'media', 'reply'])
  if (typeof text !== 'string') throw invalid('text', '$.text: has to be a string')
  const ids = media === undefined ? [] : mediaIds(state, userId, media)
  if (text.trim() === '' && ids.length === 0) {
    throw invalid('text', 'The text is required where there is no media')
  }
  if (isRefusedText('shortpost', 'body', text)) {
    throw new ShortpostProblem(403, 'Your Tweet text is too long.')
  }
  const parent = reply === undefined ? undefined : replied(state, reply)
  const twin = (post: ShortpostPost) =>
    post.userId === userId && post.text === text && post.inReplyTo === (parent?.id ?? null)
  if (ids.length === 0 && state.posts.some(twin)) {
    throw new ShortpostProblem(403, 'You are not allowed to create a Tweet with duplicate content.')
  }
  const id = snowflake(now)
  const post: ShortpostPost = {
    id,
    userId,
    text,
    media: ids,
    inReplyTo: parent?.id ?? null,
    conversation: parent?.conversation ?? id,
    createdAt: now,
  }
  state.posts.push(post)
  return post
}

function mediaIds(state: ShortpostState, userId: string, media: unknown): string[] {
  const ids = only(media, 'media', ['media_ids', 'tagged_user_ids'])['media_ids']
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > mostMedia('shortpost')) {
    throw invalid(
      'media.media_ids',
      `$.media.media_ids: has to be an array of 1 to ${mostMedia('shortpost')}`,
    )
  }
  for (const id of ids) {
    const known = typeof id === 'string' ? state.media.get(id) : undefined
    if (known?.userId !== userId || known.state !== 'succeeded') {
      throw invalid('media.media_ids', 'Your media IDs are invalid.')
    }
  }
  return ids
}

function replied(state: ShortpostState, reply: unknown): ShortpostPost {
  const id = only(reply, 'reply', ['in_reply_to_tweet_id', 'exclude_reply_user_ids'])[
    'in_reply_to_tweet_id'
  ]
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) {
    throw invalid('reply.in_reply_to_tweet_id', '$.reply.in_reply_to_tweet_id: has to be an id')
  }
  const post = state.posts.find((known) => known.id === id)
  if (post === undefined) {
    throw new ShortpostProblem(
      403,
      'You attempted to reply to a Tweet that is deleted or not visible to you.',
    )
  }
  return post
}

const short = (url: string): string =>
  `https://t.co/${createHash('sha256').update(url).digest('base64url').replace(/[-_]/g, 'x').slice(0, 10)}`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Returns a post as the network does: short links, media as a link at the end, `&`, `<` and `>`
 * escaped.
 */
export function shownPost(post: ShortpostPost, fields: readonly string[]): Record<string, unknown> {
  const urls = [...post.text.matchAll(links)].map(([url]) => ({
    url: short(url),
    expanded_url: url,
  }))
  const media = post.media.map((key) => ({
    url: short(post.id),
    expanded_url: `https://x.com/i/status/${post.id}/photo/1`,
    media_key: `3_${key}`,
  }))
  const text = escaped(post.text.replace(links, short))
  const entities = [...urls, ...media]
  return {
    id: post.id,
    text: media.length === 0 ? text : `${text} ${short(post.id)}`.trim(),
    ...(fields.includes('created_at') ? { created_at: post.createdAt.toISOString() } : {}),
    ...(fields.includes('author_id') ? { author_id: post.userId } : {}),
    ...(fields.includes('conversation_id') ? { conversation_id: post.conversation } : {}),
    ...(fields.includes('referenced_tweets') && post.inReplyTo !== null
      ? { referenced_tweets: [{ type: 'replied_to', id: post.inReplyTo }] }
      : {}),
    ...(fields.includes('entities') && entities.length > 0 ? { entities: { urls: entities } } : {}),
  }
}
