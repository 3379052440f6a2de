import type { Platform } from './platforms.ts'
import { type PostContent, publishedParts } from './post-content.ts'

/** Above this many characters browsers and networks cut a prefilled URL; none is offered then. */
export const MAX_COMPOSER_URL_LENGTH = 2_048

/** The parts of a post that a composer may be unable to carry. */
export type ComposerField = 'title' | 'body' | 'link' | 'media' | 'firstComment'

export interface Composer {
  /** The network's own composer, prefilled; null when it has none or the URL would be too long. */
  url: string | null
  /** What the person has to put in by hand. */
  cannotCarry: ComposerField[]
}

interface ComposerSpec {
  carries: readonly ComposerField[]
  /** Undefined when this post cannot be prefilled at all. */
  build(post: {
    title: string
    text: string
    link: string | null
    fields: PostContent['fields']
  }): URL | undefined
}

const withQuery = (base: string, query: Readonly<Record<string, string | null>>): URL => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') url.searchParams.set(name, value)
  }
  // A plus is a blank to readers of forms only; every reader of URLs takes %20 for one.
  url.search = url.search.replaceAll('+', '%20')
  return url
}

const composers: Readonly<Partial<Record<Platform, ComposerSpec>>> = {
  shortpost: {
    carries: ['body', 'link'],
    // The composer appends the URL to the text, so one that stands in it already is not given again.
    build: ({ text, link }) =>
      withQuery('https://x.com/intent/post', {
        text,
        url: link !== null && text.includes(link) ? null : link,
      }),
  },
  pronet: {
    carries: ['body', 'link'],
    build: ({ text, link }) =>
      withQuery('https://www.linkedin.com/feed/', {
        shareActive: 'true',
        text: link === null || text.includes(link) ? text : text === '' ? link : `${text}\n${link}`,
      }),
  },
  // The sharer takes a URL and ignores every text given to it.
  pagenet: {
    carries: ['link'],
    build: ({ link }) =>
      link === null ? undefined : withQuery('https://www.facebook.com/sharer/sharer.php', { u: link }),
  },
  forumnet: {
    carries: ['title', 'body', 'link'],
    build: ({ title, text, link, fields }) => {
      const forum = typeof fields['subreddit'] === 'string' ? fields['subreddit'].replace(/^\/?r\//, '') : ''
      const base =
        forum === ''
          ? 'https://www.reddit.com/submit'
          : `https://www.reddit.com/r/${encodeURIComponent(forum)}/submit`
      return text === '' && link !== null
        ? withQuery(base, { title, url: link })
        : withQuery(base, {
            title,
            text: link === null || text.includes(link) ? text : `${text}\n\n${link}`,
          })
    },
  },
}

/** The networks that have a web composer which can be prefilled. */
export const composerPlatforms = Object.keys(composers) as Platform[]

/**
 * The deep link into a network's own composer with what it can carry, and what it cannot (docs/reference/posts.md, "Arms"). No composer takes media or a first comment.
 */
export function composerUrlFor(post: PostContent): Composer {
  const parts = publishedParts(post)
  const keeps = post.linkHandling === 'keep'
  const text = keeps ? post.body : parts.text
  const link = keeps ? post.link : null
  const titled = post.platform === 'forumnet' || post.platform === 'videonet'
  const present: ComposerField[] = [
    ...(titled && post.title.trim() !== '' ? (['title'] as const) : []),
    ...(text.trim() !== '' ? (['body'] as const) : []),
    ...(link !== null ? (['link'] as const) : []),
    ...(post.media.length > 0 ? (['media'] as const) : []),
    ...(parts.comment !== null ? (['firstComment'] as const) : []),
  ]
  const spec = composers[post.platform]
  const url = spec?.build({ title: post.title, text, link, fields: post.fields })
  if (spec === undefined || url === undefined || url.href.length > MAX_COMPOSER_URL_LENGTH) {
    return { url: null, cannotCarry: present }
  }
  return { url: url.href, cannotCarry: present.filter((field) => !spec.carries.includes(field)) }
}
