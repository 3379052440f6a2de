import { isRefusedText } from '../post-limits.ts'
import { listedRefusal } from './forum-error.ts'
import { type ForumnetState, type ForumPost, thingId } from './forumnet-state.ts'

export interface ForumRequest {
  method: string
  path: string
  query: Readonly<Record<string, string>>
  form: ReadonlyMap<string, string>
  author: string
  scopes: readonly string[]
  /** The sandbox's own address for the network. */
  site: string
  now: Date
}

export const toPath = (post: ForumPost): string =>
  `/r/${post.forum}/comments/${post.name.slice(3)}/`

/** Throws if an account posts too fast. */
export function pause({ takeABreak: seconds, statesRatelimit }: ForumnetState): void {
  if (seconds === 0) return
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw listedRefusal('RATELIMIT', 'ratelimit', {
    message: `Looks like you've been doing that a lot. Take a break for ${wait} before trying again.`,
    ...(statesRatelimit ? { ratelimit: seconds } : {}),
  })
}

const kinds: readonly ForumPost['kind'][] = ['self', 'link', 'image', 'video']
const unwanted = {
  self: 'NO_SELFS',
  link: 'NO_LINKS',
  image: 'NO_IMAGES',
  video: 'NO_VIDEOS',
} as const

/** Submits a post, with the network's refusals in its order. */
export function submit(state: ForumnetState, request: ForumRequest): object {
  const { form, author, site, now } = request
  const forumName = form.get('sr')
  if (!forumName) throw listedRefusal('SUBREDDIT_REQUIRED', 'sr')
  const forum = state.forums.get(forumName.toLowerCase())
  if (forum === undefined) throw listedRefusal('SUBREDDIT_NOEXIST', 'sr')
  if (forum.restricted) throw listedRefusal('SUBREDDIT_NOTALLOWED', 'sr')
  const kind = kinds.find((known) => known === form.get('kind'))
  if (kind === undefined) throw listedRefusal('INVALID_OPTION', 'kind')
  const title = form.get('title') ?? ''
  if (title.trim() === '') throw listedRefusal('NO_TEXT', 'title')
  if (isRefusedText('forumnet', 'title', title)) throw listedRefusal('TOO_LONG', 'title')
  const text = form.get('text') ?? ''
  if (isRefusedText('forumnet', 'body', text)) throw listedRefusal('TOO_LONG', 'text')
  if (!forum.takes.includes(kind))
    throw listedRefusal(unwanted[kind], kind === 'self' ? 'text' : 'url')
  const flair = form.get('flair_id') ?? null
  if (forum.flairRequired && flair === null) {
    throw listedRefusal('SUBMIT_VALIDATION_FLAIR_REQUIRED', 'flair')
  }
  const url = kind === 'self' ? null : toAddress(state, request, kind, form)
  pause(state)
  const name = `t3_${thingId()}`
  const withFile = kind === 'image' || kind === 'video'
  const visibleAt = new Date(now.getTime() + (withFile ? state.processingMs : 0))
  const post = {
    name,
    forum: forum.name,
    author,
    kind,
    title,
    text,
    url,
    flair,
    createdAt: now,
    visibleAt,
  }
  const made: ForumPost = { ...post, comments: [] }
  state.posts.push(made)
  // A post with a file gets its response before it exists, so its id is not available yet.
  const data = withFile
    ? {
        user_submitted_page: `${site}/user/${author}/submitted/`,
        websocket_url: 'wss://localhost/unused',
      }
    : { url: site + toPath(made), drafts_count: 0, id: name.slice(3), name }
  return { json: { errors: [], data } }
}

function toAddress(
  state: ForumnetState,
  { site }: ForumRequest,
  kind: 'link' | 'image' | 'video',
  form: ForumRequest['form'],
): string {
  const url = form.get('url')
  if (!url) throw listedRefusal('NO_URL', 'url')
  if (!URL.canParse(url)) throw listedRefusal('BAD_URL', 'url')
  if (kind === 'link') {
    const again = state.posts.some((post) => post.kind === 'link' && post.url === url)
    if (again && form.get('resubmit') !== 'true') throw listedRefusal('ALREADY_SUB', 'url')
    return url
  }
  const uploaded = (address: string | undefined): string | undefined => {
    const key = address?.startsWith(`${site}/media/`) ? address.slice(`${site}/media/`.length) : ''
    const upload = state.uploads.get(key)
    return upload?.bytes ? upload.contentType : undefined
  }
  if (uploaded(url)?.startsWith(`${kind}/`) !== true) throw listedRefusal('BAD_URL', 'url')
  if (kind === 'video' && uploaded(form.get('video_poster_url'))?.startsWith('image/') !== true) {
    throw listedRefusal('MISSING_VIDEO_URLS', 'video_poster_url')
  }
  return url
}
