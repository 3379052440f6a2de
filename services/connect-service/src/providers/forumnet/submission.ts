import { platformRules, textWithLink } from '@atrium/contracts'
import { NetworkError } from '../../network/network-error.ts'
import type { MediaFile, OutgoingPost } from '../provider.ts'
import { isVideo } from '../upload.ts'

export interface Submission {
  /** The forum name without `r/`, or `u_<name>` for a user's own page. */
  forum: string
  title: string
  text: string
  kind: 'self' | 'link' | 'image' | 'video'
  url: string | null
  file: MediaFile | null
}

const fixContent = (message: string): NetworkError => new NetworkError('fix_content', message)

/**
 * Parses the forum in the card's field `subreddit` in any spelling: `r/name`, `/r/name/`, `u/name`.
 */
export function forumName(field: unknown): string {
  const given = typeof field === 'string' ? field.trim() : ''
  const bare = given.replace(/^\/?r\//i, '').replace(/^\/?u(?:ser)?\//i, 'u_')
  const name = bare.replace(/\/$/, '')
  if (!/^(?:u_[A-Za-z0-9_-]{3,20}|[A-Za-z0-9][A-Za-z0-9_]{1,20})$/.test(name)) {
    throw fixContent('Choose the forum for this post')
  }
  return name
}

/**
 * Converts a card to a submission. If the card has a file, its link goes into the text. Throws
 * `NetworkError` `fix_content`.
 */
export function toSubmission({
  title,
  text,
  previewLink,
  media,
  fields,
}: OutgoingPost): Submission {
  const forum = forumName(fields['subreddit'])
  if (title.trim() === '') throw fixContent('Posts on this network need a title. Enter one.')
  const [file, ...more] = media
  if (more.length > 0) throw fixContent('Posts on this network can have only one file')
  const shared = { forum, title: title.trim() }
  if (file === undefined) {
    const kind = previewLink === null ? 'self' : 'link'
    return { ...shared, kind, text, url: previewLink, file: null }
  }
  const kind = isVideo(file) ? 'video' : 'image'
  const { linkSeparator } = platformRules.forumnet
  return {
    ...shared,
    kind,
    text: textWithLink({ text, previewLink }, linkSeparator),
    url: null,
    file,
  }
}

const flag = (fields: OutgoingPost['fields'], name: string): Record<string, string> =>
  fields[name] === true ? { [name]: 'true' } : {}

/**
 * Builds the form of `POST /api/submit`. `flairId`, `nsfw` and `spoiler` come from the card's
 * fields.
 */
export function submitForm(
  { forum, title, text, kind, url }: Submission,
  fields: OutgoingPost['fields'],
): Record<string, string> {
  const flair = fields['flairId']
  return {
    sr: forum,
    kind,
    title,
    ...(kind === 'self' || text !== '' ? { text } : {}),
    ...(url === null ? {} : { url }),
    ...(typeof flair === 'string' && flair !== '' ? { flair_id: flair } : {}),
    ...flag(fields, 'nsfw'),
    ...flag(fields, 'spoiler'),
    resubmit: 'true',
    sendreplies: 'true',
    validate_on_submit: 'true',
  }
}
