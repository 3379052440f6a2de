import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { openAudience, openReactions } from '../visitors.ts'
import { watching } from '../with-faults.ts'
import { findVisitor } from './find-visitor.ts'
import { append, describeMedia, finalize, initialize, status } from './shortpost-media.ts'
import { createPost, shownPost } from './shortpost-posts.ts'
import { invalid, ShortpostProblem } from './shortpost-problem.ts'
import type { ShortpostPost, ShortpostState } from './shortpost-state.ts'

interface Call {
  c: Context<SandboxEnv>
  userId: string
}
interface Answered {
  status?: number
  body: object
}

const windowMs = 900_000
const splitList = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)

/** Mounts the API below `/shortpost/2`, with scopes, rates and the fault switches. */
export function mountShortpostApi(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: ShortpostState,
): void {
  const watch = watching(
    'shortpost',
    server,
    ({ status }) => new ShortpostProblem(status, 'The switch says so').body,
  )
  const route = (
    name: string,
    scopes: readonly string[],
    handle: (call: Call) => Answered | Promise<Answered>,
  ): void => {
    const [method = 'GET', path = '/'] = name.split(' ')
    app.on([method], `/shortpost/2${path}`, (c) =>
      watch(c, () => answer(c, { server, state, name, scopes, handle })),
    )
  }
  const { now } = server

  route('GET /users/me', ['tweet.read', 'users.read'], ({ c, userId }) => {
    const { id, name, username, pictureUrl } = server.user(userId)
    const fields = splitList(c.req.query('user.fields'))
    const picture =
      fields.includes('profile_image_url') && pictureUrl !== undefined
        ? { profile_image_url: pictureUrl }
        : {}
    const { followers, following, posts } = openAudience(state.audience, userId)
    const figures = {
      public_metrics: {
        followers_count: followers,
        following_count: following,
        tweet_count: posts,
        listed_count: 0,
      },
    }
    const metrics = fields.includes('public_metrics') ? figures : {}
    return { body: { data: { id, name, username, ...picture, ...metrics } } }
  })
  route('POST /tweets', ['tweet.read', 'tweet.write', 'users.read'], async ({ c, userId }) => {
    const { id, text } = createPost(state, userId, await readJson(c), now())
    return { status: 201, body: { data: { id, text } } }
  })
  route('GET /tweets/:id', ['tweet.read', 'users.read'], ({ c }) => {
    const post = state.posts.find(({ id }) => id === c.req.param('id'))
    if (post === undefined) throw new ShortpostProblem(404, 'Not Found')
    const fields = splitList(c.req.query('tweet.fields'))
    const { likes, shares, views } = openReactions(state.audience, post.id)
    const public_metrics = {
      impression_count: views,
      like_count: likes,
      reply_count: state.posts.filter(({ inReplyTo }) => inReplyTo === post.id).length,
      retweet_count: shares,
      quote_count: 0,
      bookmark_count: 0,
    }
    const figures = fields.includes('public_metrics') ? { public_metrics } : {}
    return { body: { data: { ...shownPost(post, fields), ...figures } } }
  })
  route('GET /users/:id/tweets', ['tweet.read', 'users.read'], ({ c }) => {
    const most = Number(c.req.query('max_results') ?? 10)
    if (!(most >= 5 && most <= 100)) throw invalid('max_results', 'max_results has to be 5 to 100')
    const since = c.req.query('start_time')
    if (since !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since)) {
      throw invalid('start_time', 'start_time has to be YYYY-MM-DDTHH:mm:ssZ')
    }
    const from = since === undefined ? 0 : Date.parse(since)
    const own = (post: ShortpostPost) =>
      post.userId === c.req.param('id') && post.createdAt.getTime() >= from
    const fields = splitList(c.req.query('tweet.fields'))
    const found = state.posts.filter(own).toReversed().slice(0, most)
    const data = found.map((post) => shownPost(post, fields))
    return { body: { ...(data.length > 0 ? { data } : {}), meta: { result_count: data.length } } }
  })
  route('GET /tweets/search/recent', ['tweet.read', 'users.read'], ({ c }) => {
    const conversation = /^conversation_id:(\d+)$/.exec(c.req.query('query') ?? '')?.[1]
    if (conversation === undefined) throw invalid('query', 'Only conversation_id is known here')
    const found = state.posts.filter(
      (post) => post.conversation === conversation && post.inReplyTo !== null,
    )
    const most = Number(c.req.query('max_results') ?? 10)
    if (!(most >= 10 && most <= 100))
      throw invalid('max_results', 'max_results has to be 10 to 100')
    const from = Number(c.req.query('next_token') ?? 0)
    if (!Number.isSafeInteger(from)) throw invalid('next_token', 'next_token is not known')
    const fields = splitList(c.req.query('tweet.fields'))
    const shown = found.toReversed().slice(from, from + most)
    const data = shown.map((post) => shownPost(post, fields))
    const more = from + most < found.length ? { next_token: String(from + most) } : {}
    const authors = new Set(shown.map((post) => post.userId))
    const users = [...authors].map((id) => findVisitor(server, id))
    return {
      body: {
        ...(data.length > 0 ? { data } : {}),
        ...(c.req.query('expansions') === 'author_id' ? { includes: { users } } : {}),
        meta: { result_count: data.length, ...more },
      },
    }
  })
  route('POST /media/upload/initialize', ['media.write'], async ({ c, userId }) => ({
    body: initialize(state, userId, await readJson(c), now()),
  }))
  route('POST /media/upload/:id/append', ['media.write'], async ({ c, userId }) => ({
    body: await append(state, userId, c.req.param('id') ?? '', await c.req.formData()),
  }))
  route('POST /media/upload/:id/finalize', ['media.write'], ({ c, userId }) => ({
    body: finalize(state, userId, c.req.param('id') ?? ''),
  }))
  route('POST /media/metadata', ['media.write'], async ({ c, userId }) => ({
    body: describeMedia(state, userId, await readJson(c)),
  }))
  route('GET /media/upload', ['media.write'], ({ c, userId }) => ({
    body: status(state, userId, c.req.query()),
  }))
}

async function readJson(c: Context): Promise<unknown> {
  if (!(c.req.header('content-type') ?? '').startsWith('application/json')) {
    throw invalid('content-type', 'The body has to be application/json')
  }
  return c.req.json().catch(() => {
    throw invalid('body', 'The body is no JSON')
  })
}

async function answer(
  c: Context<SandboxEnv>,
  {
    server,
    state,
    name,
    scopes,
    handle,
  }: {
    server: OAuthServer
    state: ShortpostState
    name: string
    scopes: readonly string[]
    handle: (call: Call) => Answered | Promise<Answered>
  },
): Promise<Response> {
  const token = server.bearer(c)
  if (typeof token === 'string') throw new ShortpostProblem(401, 'Unauthorized')
  const { userId } = token.grant
  if (scopes.some((scope) => !token.grant.scopes.includes(scope))) {
    throw new ShortpostProblem(403, 'Forbidden')
  }
  if (name === 'POST /tweets') countPost(c, server.now(), state, userId)
  const { status: code = 200, body } = await handle({ c, userId })
  return c.json(body, code as 200)
}

/**
 * Counts a post in its account's fifteen-minute window. Headers on every response state the window.
 */
function countPost(c: Context, at: Date, { rate }: ShortpostState, userId: string): void {
  const lastWindow = rate.used.get(userId)
  const current =
    lastWindow !== undefined && lastWindow.resetsAt > at
      ? lastWindow
      : { count: 0, resetsAt: new Date(at.getTime() + windowMs) }
  current.count += 1
  rate.used.set(userId, current)
  c.header('x-rate-limit-limit', String(rate.limit))
  c.header('x-rate-limit-remaining', String(Math.max(0, rate.limit - current.count)))
  c.header('x-rate-limit-reset', String(Math.ceil(current.resetsAt.getTime() / 1_000)))
  if (current.count > rate.limit) throw new ShortpostProblem(429, 'Too Many Requests')
}
