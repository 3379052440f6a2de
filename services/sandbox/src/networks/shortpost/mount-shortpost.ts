import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Markup } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { audienceForm, mountVisitors, showPost } from '../visitors.ts'
import { findVisitor, visitorId } from './find-visitor.ts'
import { mountShortpostApi } from './shortpost-api.ts'
import {
  createShortpostState,
  type ShortpostPost,
  type ShortpostState,
  snowflake,
} from './shortpost-state.ts'

export type ShortpostSandbox = OAuthServer & ShortpostState

/**
 * Mounts the short-post network: PKCE, HTTP Basic at the token endpoint, rotating refresh tokens.
 */
function mount(app: Hono<SandboxEnv>, client: AppClient): ShortpostSandbox {
  const state = createShortpostState()
  const server = mountOAuthServer(app, {
    home: () => showFeed(sandbox, sandbox),
    settings: {
      ...client,
      network: 'shortpost',
      title: 'the short-post network',
      clientAuthentication: 'basic',
      pkce: 'required',
      scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
      users: [
        { id: '2244994945', name: 'Harbour Bakery', username: 'harbourbakery' },
        { id: '783214', name: 'Night Market', username: 'nightmarket' },
      ],
      tokenPath: '/2/oauth2/token',
      revokePath: '/2/oauth2/revoke',
      accessSeconds: 7_200,
      refresh: 'rotating',
      givesRefresh: (_dialog, scopes) => scopes.includes('offline.access'),
    },
  })
  const sandbox = Object.assign(server, state)
  mountShortpostApi(app, sandbox, sandbox)
  mountVisitors(app, 'shortpost', {
    audience: sandbox.audience,
    comment(postId, author, text) {
      const parent = sandbox.posts.find(({ id }) => id === postId)
      if (parent === undefined) return
      const createdAt = sandbox.now()
      const { conversation } = parent
      const inReplyTo = parent.id
      const reply = {
        id: snowflake(createdAt),
        userId: visitorId(author),
        text,
        media: [],
        createdAt,
      }
      sandbox.posts.push({ ...reply, inReplyTo, conversation })
    },
    removeComment(id) {
      const at = sandbox.posts.findIndex((post) => post.id === id)
      if (at !== -1) sandbox.posts.splice(at, 1)
    },
  })
  return sandbox
}

/** Shows the users' audiences, and the posts with their replies, newest first. */
function showFeed(server: OAuthServer, { posts, media, audience }: ShortpostState): Markup {
  const root = '/shortpost'
  const describe = ({ userId, inReplyTo: _parent, ...post }: ShortpostPost) => ({
    ...post,
    author: findVisitor(server, userId).name,
    media: post.media.map((id) => {
      const { contentType = '', altText } = media.get(id) ?? {}
      return `${contentType} ${id}${altText === undefined ? '' : ` “${altText}”`}`
    }),
  })
  const first = posts.filter(({ inReplyTo }) => inReplyTo === null).toReversed()
  return html`${server.settings.users.map(
    ({ id, name }) => html`<h2>${name}</h2>${audienceForm('shortpost', root, id, audience)}`,
  )}${first.map((post) => {
    const replies = posts.filter(
      ({ conversation, id }) => conversation === post.id && id !== post.id,
    )
    return showPost('shortpost', root, {
      ...describe(post),
      comments: replies.map((reply) => ({ ...describe(reply), inReplyTo: reply.inReplyTo })),
    })
  })}`
}

export const shortpost = {
  endpoints: oauthEndpoints('shortpost', {
    dialog: '/dialog',
    token: '/2/oauth2/token',
    api: '/2',
  }),
  mount,
}
