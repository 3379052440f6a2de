import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { watching } from '../with-faults.ts'
import { httpRefusal } from './forum-error.ts'
import { forumHome, mountForumPages } from './forum-pages.ts'
import { forumCall } from './forum-routes.ts'
import { createForumnetState, type ForumnetState } from './forumnet-state.ts'

export type ForumnetSandbox = OAuthServer & ForumnetState

const root = '/forumnet'
const api = `${root}/oauth`

/**
 * Mounts the forum network: HTTP Basic at the token endpoint, permanent refresh tokens, forums with
 * posts.
 */
function mount(app: Hono<SandboxEnv>, client: AppClient): ForumnetSandbox {
  const server = mountOAuthServer(app, {
    settings: {
      ...client,
      network: 'forumnet',
      title: 'the forum network',
      clientAuthentication: 'basic',
      pkce: 'optional',
      scopes: ['identity', 'submit', 'read', 'history', 'edit', 'flair', 'mysubreddits'],
      users: [
        { id: 't2_1001', name: 'Harbour Bakery', username: 'harbour_bakery' },
        { id: 't2_1002', name: 'Night Market', username: 'night_market' },
      ],
      dialogPath: '/api/v1/authorize',
      tokenPath: '/api/v1/access_token',
      revokePath: '/api/v1/revoke_token',
      accessSeconds: 86_400,
      refresh: 'kept',
      givesRefresh: (dialog) => dialog['duration'] === 'permanent',
      checkDialog: ({ duration }) =>
        duration === undefined || duration === 'permanent' || duration === 'temporary'
          ? undefined
          : 'duration has to be temporary or permanent',
      denied: { error: 'access_denied' },
      errorBody({ error, status, description }) {
        if (status === 401) return { message: 'Unauthorized', error: 401 }
        // An expired refresh token has no separate error code.
        if (description.startsWith('The refresh token'))
          return { message: 'Bad Request', error: 400 }
        return { error }
      },
    },
    home: () => forumHome(sandbox, sandbox),
  })
  const sandbox: ForumnetSandbox = Object.assign(server, createForumnetState())
  const watch = watching('forumnet', sandbox, ({ status }) => ({
    message: status === 429 ? 'Too Many Requests' : 'Internal Server Error',
    error: status,
  }))
  app.all(`${api}/*`, (c) => watch(c, () => answered(c, sandbox)))
  mountForumPages(app, sandbox, sandbox.now)
  return sandbox
}

async function answered(c: Context, sandbox: ForumnetSandbox): Promise<Response> {
  // The network rejects User-Agents such as those of HTTP libraries.
  if (!/^[\w-]+:[\w.-]+:v?[\w.]+ \(.+\)$/.test(c.req.header('user-agent') ?? '')) {
    throw httpRefusal(429, 'Too Many Requests')
  }
  const token = sandbox.bearer(c)
  if (typeof token === 'string') {
    const header = { 'www-authenticate': 'Bearer realm="forumnet", error="invalid_token"' }
    throw httpRefusal(401, 'Unauthorized', header)
  }
  const author = sandbox.user(token.grant.userId).username ?? ''
  takeCall(c, sandbox, author)
  const url = new URL(c.req.url)
  const type = c.req.header('content-type') ?? ''
  const body = c.req.method === 'POST' && type.startsWith('application/x-www-form-urlencoded')
  const request = {
    method: c.req.method,
    path: url.pathname.slice(api.length),
    query: Object.fromEntries(url.searchParams),
    form: new Map(body ? new URLSearchParams(await c.req.text()) : []),
    author,
    scopes: token.grant.scopes,
    site: url.origin + root,
    now: sandbox.now(),
  }
  return c.json(forumCall(sandbox, request))
}

/** Counts an account's call and sets the rate headers. Throws 429 if no call is left. */
function takeCall(c: Context, sandbox: ForumnetSandbox, author: string): void {
  const { rate } = sandbox
  const now = sandbox.now()
  const lastWindow = rate.used.get(author)
  const fresh = { count: 0, resetsAt: new Date(now.getTime() + rate.windowSeconds * 1_000) }
  const window = lastWindow === undefined || lastWindow.resetsAt <= now ? fresh : lastWindow
  const over = window.count >= rate.limit
  if (!over) window.count += 1
  rate.used.set(author, window)
  c.header('x-ratelimit-used', String(window.count))
  c.header('x-ratelimit-remaining', `${rate.limit - window.count}.0`)
  c.header(
    'x-ratelimit-reset',
    String(Math.ceil((window.resetsAt.getTime() - now.getTime()) / 1_000)),
  )
  if (over) throw httpRefusal(429, 'Too Many Requests')
}

export const forumnet = {
  endpoints: oauthEndpoints('forumnet', {
    dialog: '/api/v1/authorize',
    token: '/api/v1/access_token',
    api: '/oauth',
  }),
  mount,
}
