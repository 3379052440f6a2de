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
  entities: z.looseObject({ urls: z.array(Link).default([]) }).optional(),
})
export type Post = z.output<typeof Post>

const User = z.looseObject({ id: z.coerce.string(), name: z.string().default('') })
export const Posts = z.looseObject({
  data: z.array(Post).default([]),
  includes: z.looseObject({ users: z.array(User).default([]) }).optional(),
  meta: z.looseObject({ next_token: z.string().optional() }).optional().catch(undefined),
})

// The longest post that the network has, and more links than stand in one: each is looked for in the whole text.
const longestText = 30_000
const mostLinks = 100

/** The text as it was sent: the network shortens links, appends media as links and writes HTML entities. */
export function sentText({ text, entities }: Post): string {
  let plain = text.slice(0, longestText)
  for (const { url, expanded_url: full, media_key: media } of entities?.urls.slice(0, mostLinks) ??
    []) {
    plain = media === undefined ? plain.replace(url, () => full ?? url) : plain.replace(url, '')
  }
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim()
}

// A link that was written without a scheme or path comes back with both.
const comparable = (text: string): string =>
  normalizeText(text, 'NFC')
    .replace(/https?:\/\//g, '')
    .replace(/\/(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether two texts are the same post, as far as the network's own changes go. */
export const sameText = (one: string, other: string): boolean =>
  comparable(one) === comparable(other)
