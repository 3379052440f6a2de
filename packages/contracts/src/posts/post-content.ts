import { type LinkHandling, type Platform, platformRules } from './platforms.ts'

export interface PostContent {
  platform: Platform
  title: string
  body: string
  link: string | null
  linkHandling: LinkHandling
  media: readonly string[]
  firstComment: string | null
  /** The texts of the following posts if the post is a thread. */
  thread?: readonly string[]
  /** The recipients if the post goes out by mail. */
  to?: readonly string[]
  /** The card's `fields`, for single networks' requirements. */
  fields: Readonly<Record<string, unknown>>
}

export interface PublishedParts {
  text: string
  /** The URL for the preview card. Null if there is none or the text contains the link. */
  previewLink: string | null
  /** The first comment. Null if there is none. */
  comment: string | null
}

const without = (text: string, link: string): string =>
  text
    .split(link)
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const joined = (first: string, second: string, separator: string): string =>
  first === '' ? second : `${first}${separator}${second}`

/** Appends the link to the text unless it is there already, for a post without room for a link card. */
export const textWithLink = (
  { text, previewLink: link }: Pick<PublishedParts, 'text' | 'previewLink'>,
  separator = '\n',
): string => (link === null || text.includes(link) ? text : joined(text, link, separator))

/** Splits a post into the parts sent to the network (docs/reference/posts.md, "Links"). */
export function publishedParts(post: PostContent): PublishedParts {
  const { link, linkHandling, body, firstComment } = post
  if (link === null) return { text: body, previewLink: null, comment: firstComment }
  if (linkHandling === 'omit')
    return { text: without(body, link), previewLink: null, comment: firstComment }
  if (linkHandling === 'reply') {
    const comment =
      firstComment === null
        ? link
        : firstComment.includes(link)
          ? firstComment
          : `${firstComment}\n${link}`
    return { text: without(body, link), previewLink: null, comment }
  }
  const { keptLink } = platformRules[post.platform]
  if (keptLink === 'preview') return { text: body, previewLink: link, comment: firstComment }
  if (keptLink === 'none' || body.includes(link)) {
    return { text: body, previewLink: null, comment: firstComment }
  }
  return {
    text: joined(body, link, body.includes('\n') ? '\n' : ' '),
    previewLink: null,
    comment: firstComment,
  }
}
