import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, mountForm } from '../../pages/inspect.ts'
import type { Markup } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { mountTokenInfo } from '../token-info.ts'
import { mountAccountPages, mountVisitors } from '../visitors.ts'
import { type Watch, watching } from '../with-faults.ts'
import { continueUpload, crossOrigin, startUpload } from './video-uploads.ts'
import { VideonetProblem } from './videonet-problem.ts'
import { findCost, videonetCall } from './videonet-routes.ts'
import {
  createVideonetState,
  type VideoChannel,
  type VideonetState,
  videoId,
} from './videonet-state.ts'

export type VideonetSandbox = OAuthServer & VideonetState

const root = '/videonet'
const base = `${root}/youtube/v3`
const uploads = `${root}/upload/youtube/v3/videos`
const scopeRoot = 'https://www.googleapis.com/auth'

/**
 * Mounts the video platform: its authorization server, resumable uploads, videos, comments and
 * quota.
 */
function mount(app: Hono<SandboxEnv>, client: AppClient): VideonetSandbox {
  const state = createVideonetState()
  const server = mountOAuthServer(app, {
    settings: {
      ...client,
      network: 'videonet',
      title: 'the video platform',
      clientAuthentication: 'form',
      pkce: 'optional',
      scopes: ['youtube', 'youtube.upload', 'youtube.force-ssl', 'youtube.readonly'].map(
        (name) => `${scopeRoot}/${name}`,
      ),
      users: [
        { id: '110000000000000000001', name: 'Harbour Bakery' },
        { id: '110000000000000000002', name: 'Night Market' },
        { id: '110000000000000000003', name: 'Somebody without a channel' },
      ],
      dialogPath: '/o/oauth2/v2/auth',
      accessSeconds: 3_599,
      refresh: 'kept',
      revokeEnds: 'grant',
      givesRefresh: (dialog) =>
        dialog['access_type'] === 'offline' && dialog['prompt'] === 'consent',
      denied: { error: 'access_denied' },
    },
    home: () =>
      html`${accounts()}<p>${state.quota.used} of ${state.quota.limit} units used</p>
${form(`${root}/quota`, {}, ['use', 'renew'])}`,
  })
  const sandbox: VideonetSandbox = Object.assign(server, state)
  const accounts = mountPages(app, sandbox)
  const watch = watching('videonet', sandbox, ({ status }) => backendError(status))
  mountUploads(app, sandbox, watch)
  app.all(`${base}/*`, (c) =>
    watch(c, async () => {
      const path = c.req.path.slice(base.length)
      const call = `${c.req.method} ${path}`
      const channel = signedIn(c, sandbox, call === 'POST /videos' ? uploadScopes : anyScope)
      spend(sandbox, findCost(call))
      const body = c.req.method === 'GET' ? {} : await c.req.json<Record<string, unknown>>()
      return c.json(
        videonetCall(sandbox, channel, { method: c.req.method, path, query: c.req.query(), body }),
      )
    }),
  )
  mountTokenInfo(app, sandbox, backendError)
  return sandbox
}

const scoped = (...names: string[]) => names.map((name) => `${scopeRoot}/${name}`)
const uploadScopes = scoped('youtube.upload', 'youtube', 'youtube.force-ssl')
const anyScope = scoped('youtube.force-ssl', 'youtube', 'youtube.readonly')

const backendError = (status: number): object =>
  new VideonetProblem(status, 'backendError', 'Backend Error').body

/** Returns the user's channel, or undefined if the user has none. Throws 401 and 403. */
function signedIn(
  c: Context<SandboxEnv>,
  sandbox: VideonetSandbox,
  scopes: readonly string[],
): VideoChannel | undefined {
  const token = sandbox.bearer(c)
  if (typeof token === 'string') {
    throw new VideonetProblem(401, 'authError', 'Request had invalid authentication credentials.')
  }
  if (!scopes.some((scope) => token.grant.scopes.includes(scope))) {
    throw new VideonetProblem(
      403,
      'insufficientPermissions',
      'Request had insufficient authentication scopes.',
    )
  }
  return sandbox.channels.find(({ userId }) => userId === token.grant.userId)
}

function spend({ quota }: VideonetState, units: number): void {
  if (quota.used + units > quota.limit) {
    throw new VideonetProblem(
      403,
      'quotaExceeded',
      'The request cannot be completed because you have exceeded your quota.',
    )
  }
  quota.used += units
}

function mountUploads(app: Hono<SandboxEnv>, sandbox: VideonetSandbox, watch: Watch): void {
  app.post(uploads, (c) =>
    watch(c, () => {
      const channel = signedIn(c, sandbox, uploadScopes)
      if (channel === undefined) {
        throw new VideonetProblem(401, 'youtubeSignupRequired', 'The account has no channel')
      }
      spend(sandbox, findCost('POST /upload'))
      return startUpload(c, sandbox, channel)
    }),
  )
  // The address is the credential. If a token is sent as well, it must be valid.
  app.put(uploads, (c) =>
    watch(c, () => {
      if (c.req.header('authorization') !== undefined) signedIn(c, sandbox, uploadScopes)
      return continueUpload(c, sandbox)
    }),
  )
  app.options(uploads, (c) => {
    const session = sandbox.sessions.get(c.req.query('upload_id') ?? '')
    if (session === undefined) return c.body(null, 404)
    return c.body(null, 200, {
      ...crossOrigin(session),
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type, content-range',
    })
  })
}

/** Mounts the channels' pages and the forms. Returns the links to the channels. */
function mountPages(app: Hono<SandboxEnv>, state: VideonetState): () => Markup {
  mountVisitors(app, 'videonet', {
    audience: state.audience,
    comment(postId, name, text) {
      const author = { id: `UCvisitor${name.length}`, name }
      const video = state.videos.find(({ id }) => id === postId)
      video?.comments.push({ id: `Ug${videoId()}`, text, author, createdAt: new Date() })
    },
    removeComment(id) {
      for (const video of state.videos)
        video.comments = video.comments.filter((each) => each.id !== id)
    },
  })
  mountForm(app, `${root}/quota`, root, ({ text }) => {
    state.quota.used = text('do') === 'use' ? state.quota.limit : 0
  })
  return mountAccountPages(app, `${root}/channels`, state, () =>
    state.channels.map(({ id, title: name }) => ({
      id,
      name,
      posts: state.videos.filter(({ channelId }) => channelId === id),
    })),
  )
}

export const videonet = {
  endpoints: oauthEndpoints('videonet', {
    dialog: '/o/oauth2/v2/auth',
    token: '/token',
    api: '/youtube/v3',
  }),
  mount,
}
