import { composers } from '../networks/index.ts'
import type { ComposerField } from '../networks/network.ts'
import { platformRules } from './platforms.ts'
import { type PostContent, publishedParts } from './post-content.ts'

export type { ComposerField } from '../networks/network.ts'

/**
 * Browsers and networks cut a prefilled URL above this many characters, so a longer URL is not
 * offered.
 */
export const MAX_COMPOSER_URL_LENGTH = 2_048

export interface Composer {
  /** The network's prefilled composer. Null if it has none or the URL would be too long. */
  url: string | null
  cannotCarry: ComposerField[]
}

/** Returns a network's composer URL, and the parts of the post it does not support. */
export function composerUrlFor(post: PostContent): Composer {
  const parts = publishedParts(post)
  const keeps = post.linkHandling === 'keep'
  const text = keeps ? post.body : parts.text
  const link = keeps ? post.link : null
  const titled = platformRules[post.platform].title !== null
  const present: ComposerField[] = [
    ...(titled && post.title.trim() !== '' ? (['title'] as const) : []),
    ...(text.trim() !== '' ? (['body'] as const) : []),
    ...(link !== null ? (['link'] as const) : []),
    ...(post.media.length > 0 ? (['media'] as const) : []),
    ...(parts.comment !== null ? (['firstComment'] as const) : []),
    ...((post.thread ?? []).length > 0 ? (['thread'] as const) : []),
  ]
  const spec = composers[post.platform]
  const url = spec?.build({ title: post.title, text, link, fields: post.fields })
  if (spec === undefined || url === undefined || url.href.length > MAX_COMPOSER_URL_LENGTH) {
    return { url: null, cannotCarry: present }
  }
  return { url: url.href, cannotCarry: present.filter((field) => !spec.carries.includes(field)) }
}
