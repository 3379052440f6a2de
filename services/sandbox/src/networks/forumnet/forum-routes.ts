import { randomUUID } from 'node:crypto'
import { isRefusedText, takesPictureType } from '../post-limits.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { httpRefusal, listedRefusal } from './forum-error.ts'
import { type ForumComment, type ForumnetState, type ForumPost, thingId } from './forumnet-state.ts'

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

interface Route {
  call: RegExp
  scope: string
  answer(state: ForumnetState, request: ForumRequest, argument: string): object
}

const routes: readonly Route[] = [
  { call: /^GET \/api\/v1\/me$/, scope: 'identity', answer: me },
  { call: /^GET \/user\/([^/]+)\/submitted$/, scope: 'history', answer: submitted },
  { call: /^GET \/comments\/([^/]+)$/, scope: 'read', answer: thread },
  { call: /^GET \/api\/info$/, scope: 'read', answer: info },
  { call: /^GET \/api\/morechildren$/, scope: 'read', answer: moreChildren },
  { call: /^POST \/api\/submit$/, scope: 'submit', answer: submit },
  { call: /^POST \/api\/comment$/, scope: 'submit', answer: comment },
  { call: /^POST \/api\/media\/asset\.json$/, scope: 'submit', answer: lease },
]

/** Handles one API call. Throws `Refusal`. */
export function forumCall(state: ForumnetState, request: ForumRequest): object {
  for (const { call, scope, answer } of routes) {
    const match = call.exec(`${request.method} ${request.path}`)
    if (match === null) continue
    if (!request.scopes.includes(scope)) {
      const header = { 'www-authenticate': 'Bearer realm="forumnet", error="insufficient_scope"' }
      throw httpRefusal(403, 'Forbidden', header)
    }
    if (request.method === 'POST' && request.form.get('api_type') !== 'json') {
      throw httpRefusal(400, 'Bad Request')
    }
    return answer(state, request, decodeURIComponent(match[1] ?? ''))
  }
  throw httpRefusal(404, 'Not Found')
}

function me(state: ForumnetState, { author }: ForumRequest): object {
  return {
    id: Buffer.from(author).toString('hex').slice(0, 8),
    name: author,
    icon_img: '',
    is_suspended: state.suspended.has(author),
    total_karma: 100,
    subreddit: {
      display_name: `u_${author}`,
      subscribers: openAudience(state.audience, author).followers,
    },
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns text with HTML entities unless the client asks for raw text. */
const renderText = (request: ForumRequest, text: string): string =>
  request.query['raw_json'] === '1' ? text : escaped(text)

const toPath = (post: ForumPost): string => `/r/${post.forum}/comments/${post.name.slice(3)}/`

const listing = (children: object[]): object => ({
  kind: 'Listing',
  data: { after: null, before: null, dist: children.length, children },
})

const shownPost = (request: ForumRequest, post: ForumPost) => ({
  kind: 't3',
  data: {
    id: post.name.slice(3),
    name: post.name,
    title: renderText(request, post.title),
    selftext: renderText(request, post.text),
    subreddit: post.forum,
    author: post.author,
    is_self: post.kind === 'self',
    url: post.url ?? request.site + toPath(post),
    permalink: toPath(post),
    created_utc: Math.floor(post.createdAt.getTime() / 1_000),
    num_comments: post.comments.length,
    link_flair_template_id: post.flair,
  },
})

const shownComment = (
  request: ForumRequest,
  post: ForumPost,
  { name, author, body, createdAt }: ForumComment,
) => ({
  kind: 't1',
  data: {
    id: name.slice(3),
    name,
    link_id: post.name,
    parent_id: post.name,
    author,
    ...(author === '[deleted]'
      ? {}
      : { author_fullname: `t2_${Buffer.from(author).toString('hex').slice(0, 8)}` }),
    body: renderText(request, body),
    created_utc: Math.floor(createdAt.getTime() / 1_000),
  },
})

function submitted(state: ForumnetState, request: ForumRequest, name: string): object {
  const limit = Math.min(Number(request.query['limit'] ?? 25), 100)
  const ownPosts = state.posts.filter(
    (post) => post.author === name && post.visibleAt <= request.now,
  )
  return listing(
    ownPosts
      .toReversed()
      .slice(0, limit)
      .map((post) => shownPost(request, post)),
  )
}

/** Returns the posts with these names, each with its score. */
function info(state: ForumnetState, request: ForumRequest): object {
  const names = (request.query['id'] ?? '').split(',')
  const found = state.posts.filter(
    ({ name, visibleAt }) => names.includes(name) && visibleAt <= request.now,
  )
  return listing(
    found.map((post) => {
      const { likes } = openReactions(state.audience, post.name)
      const { kind, data } = shownPost(request, post)
      return { kind, data: { ...data, score: likes } }
    }),
  )
}

function thread(state: ForumnetState, request: ForumRequest, id: string): object {
  const post = state.posts.find(
    ({ name, visibleAt }) => name === `t3_${id}` && visibleAt <= request.now,
  )
  if (post === undefined) throw httpRefusal(404, 'Not Found')
  const limit = Math.min(Number(request.query['limit'] ?? 200), 500)
  const children = post.comments.slice(limit).map(({ name }) => name.slice(3))
  const more = {
    kind: 'more',
    data: { count: children.length, name: 't1__', id: '_', parent_id: post.name, children },
  }
  const comments = post.comments.slice(0, limit).map((entry) => shownComment(request, post, entry))
  return [listing([shownPost(request, post)]), listing([...comments, more])]
}

/** Returns the comments with these ids, at most a hundred per call. */
function moreChildren(state: ForumnetState, request: ForumRequest): object {
  const { link_id: link, children = '', api_type: type } = request.query
  const ids = children.split(',')
  if (type !== 'json' || children === '' || ids.length > 100) throw httpRefusal(400, 'Bad Request')
  const post = state.posts.find(({ name, visibleAt }) => name === link && visibleAt <= request.now)
  if (post === undefined) throw httpRefusal(404, 'Not Found')
  const things = post.comments
    .filter(({ name }) => ids.includes(name.slice(3)))
    .map((entry) => shownComment(request, post, entry))
  return { json: { errors: [], data: { things } } }
}

/** Throws if an account posts too fast. */
function pause({ takeABreak: seconds, statesRatelimit }: ForumnetState): void {
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

function submit(state: ForumnetState, request: ForumRequest): object {
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

function comment(state: ForumnetState, request: ForumRequest): object {
  const { form, author, now } = request
  const thing = form.get('thing_id')
  if (!thing) throw listedRefusal('NO_THING_ID', 'thing_id')
  const body = form.get('text') ?? ''
  if (body.trim() === '') throw listedRefusal('NO_TEXT', 'text')
  if (isRefusedText('forumnet', 'comment', body)) throw listedRefusal('TOO_LONG', 'text')
  const post = state.posts.find(({ name }) => name === thing)
  if (post === undefined) throw listedRefusal('DELETED_LINK', 'parent')
  if (state.forums.get(post.forum.toLowerCase())?.locked)
    throw listedRefusal('THREAD_LOCKED', 'parent')
  pause(state)
  const made: ForumComment = { name: `t1_${thingId()}`, author, body, createdAt: now }
  post.comments.push(made)
  return { json: { errors: [], data: { things: [shownComment(request, post, made)] } } }
}

function lease(state: ForumnetState, { form, site }: ForumRequest): object {
  const [filepath, contentType] = [form.get('filepath'), form.get('mimetype')]
  if (!filepath || !contentType) throw httpRefusal(400, 'Bad Request')
  if (!takesPictureType('forumnet', contentType) && !/^video\/(mp4|quicktime)$/.test(contentType)) {
    throw listedRefusal('INVALID_OPTION', 'mimetype', {
      message: 'that file type is not supported',
    })
  }
  const key = `${randomUUID()}-${filepath.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`
  state.uploads.set(key, { contentType, bytes: null })
  const fields = {
    acl: 'private',
    key,
    'Content-Type': contentType,
    policy: 'sandbox',
    'x-amz-signature': key,
  }
  return {
    args: {
      // Without the scheme, as the network writes it.
      action: `${site.replace(/^https?:/, '')}/media`,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    },
    asset: { asset_id: randomUUID(), processing_state: 'incomplete', payload: { filepath } },
  }
}
