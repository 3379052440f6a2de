import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { networkPage } from '../network-page.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { mountTokenInfo } from '../token-info.ts'
import {
  audienceForm,
  commentForm,
  mountVisitors,
  openAudience,
  removeButton,
} from '../visitors.ts'
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
      html`${state.channels.map(({ id, title }) => html`<p><a href="${root}/channels/${id}">${title}</a> (${id})</p>`)}
<form method="post" action="${root}/quota"><p>${state.quota.used} of ${state.quota.limit} units used
<button name="do" value="use">Use it up</button> <button name="do" value="renew">A new day</button></p></form>`,
  })
  const sandbox: VideonetSandbox = Object.assign(server, state)
  mountPages(app, sandbox)
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

function mountPages(app: Hono<SandboxEnv>, state: VideonetState): void {
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
  app.post(`${root}/quota`, async (c) => {
    state.quota.used = (await c.req.parseBody())['do'] === 'use' ? state.quota.limit : 0
    return c.redirect(root, 303)
  })
  app.get(`${root}/channels/:id`, (c) => {
    const found = state.channels.find(({ id }) => id === c.req.param('id'))
    if (found === undefined) return c.notFound()
    const back = `${root}/channels/${found.id}`
    const videos = state.videos.filter(({ channelId }) => channelId === found.id).toReversed()
    const shown = videos.map(
      (
        video,
      ) => html`<article data-video="${video.id}"><strong>${video.title}</strong> (${video.privacy}, ${video.bytes} bytes)
${video.description}
${video.comments.map(({ id, author, text }) => html`<p><strong>${author.name}</strong>: ${text} ${removeButton('videonet', back, id)}</p>`)}
${commentForm('videonet', back, video.id)}</article>`,
    )
    const figures = audienceForm('videonet', back, found.id, openAudience(state.audience, found.id))
    return c.html(networkPage(found.title, html`${figures}${shown}`))
  })
}

export const videonet = {
  endpoints: oauthEndpoints('videonet', {
    dialog: '/o/oauth2/v2/auth',
    token: '/token',
    api: '/youtube/v3',
  }),
  mount,
}
