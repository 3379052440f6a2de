import { normalizeText } from '@atrium/contracts'
import { z } from 'zod'

const Link = z.looseObject({
  url: z.string(),
  expanded_url: z.string().optional(),
  media_key: z.string().optional(),
})
export const Post = z.looseObject({
  id: z.coerce.string().min(1),
  text: z.string().default(''),
  author_id: z.coerce.string().optional(),
  created_at: z.string().optional(),
  referenced_tweets: z
    .array(z.looseObject({ type: z.string(), id: z.coerce.string() }))
    .optional()
    .catch(undefined),
  entities: z.looseObject({ urls: z.array(Link).default([]) }).optional(),
})
export type Post = z.output<typeof Post>

const User = z.looseObject({ id: z.coerce.string(), name: z.string().default('') })
export const Posts = z.looseObject({
  data: z.array(Post).default([]),
  includes: z.looseObject({ users: z.array(User).default([]) }).optional(),
  meta: z.looseObject({ next_token: z.string().optional() }).optional().catch(undefined),
})

// The length of the longest post at the network. The link limit below is higher than a real post
// needs and bounds the work, because each link is searched in the whole text.
const longestText = 30_000
const mostLinks = 100

/**
 * Returns the text as it was sent. The network shortens links, appends media as links and writes
 * HTML entities.
 */
export function sentText({ text, entities }: Post): string {
  let plain = text.slice(0, longestText)
  for (const { url, expanded_url: full, media_key: media } of entities?.urls.slice(0, mostLinks) ??
    []) {
    plain = media === undefined ? plain.replace(url, () => full ?? url) : plain.replace(url, '')
  }
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()
}

// The network adds a scheme and a path to links without them.
const comparable = (text: string): string =>
  normalizeText(text, 'NFC')
    .replace(/https?:\/\//g, '')
    .replace(/\/(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** True if two texts are the same post, ignoring the changes that the network makes. */
export const sameText = (one: string, other: string): boolean =>
  comparable(one) === comparable(other)
