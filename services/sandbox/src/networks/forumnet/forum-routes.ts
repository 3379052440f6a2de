import { randomUUID } from 'node:crypto'
import { isRefusedText, takesPictureType } from '../post-limits.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { httpRefusal, listedRefusal } from './forum-error.ts'
import { type ForumComment, type ForumnetState, type ForumPost, thingId } from './forumnet-state.ts'
import { type ForumRequest, pause, submit, toPath } from './submit-post.ts'

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
