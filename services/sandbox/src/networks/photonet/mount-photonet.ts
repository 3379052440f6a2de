import type { Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { accountUsage, mountGraphApi, usageShare } from '../graph-api.ts'
import { mountGraphDialog, mountGraphPage } from '../graph-dialog.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountAccountPages, mountVisitors } from '../visitors.ts'
import { photonetCall } from './photonet-routes.ts'
import {
  createPhotonetState,
  type PhotonetSandbox,
  photoId,
  photonetPermissions,
} from './photonet-state.ts'

const root = '/photonet'

/** Mounts the photo network: graph API consent and tokens, containers, posts and comments. */
function mount(app: Hono<SandboxEnv>, client: AppClient): PhotonetSandbox {
  const state = createPhotonetState(client)
  const dialog = { title: 'Connect your photo account', permissions: photonetPermissions }
  mountGraphDialog(app, root, dialog, state)
  mountPages(app, state)
  const appUsage = { 'x-app-usage': JSON.stringify(usageShare(1)) }
  mountGraphApi(app, { network: 'photonet', base: `${root}/v25.0` }, state, async (request) => {
    const { body, account } = await photonetCall(state, request)
    const headers =
      account === undefined ? {} : { ...appUsage, ...accountUsage('instagram', account) }
    return { body, headers }
  })
  return state
}

function mountPages(app: Hono<SandboxEnv>, state: PhotonetSandbox): void {
  const every = () => state.accounts.flatMap(({ posts }) => posts)
  mountVisitors(app, 'photonet', {
    audience: state.audience,
    comment(postId, username, text) {
      const from = { id: `v${username.length}`, username }
      const post = every().find(({ id }) => id === postId)
      post?.comments.push({ id: photoId(), text, createdAt: new Date(), from })
    },
    removeComment(id) {
      for (const post of every())
        post.comments = post.comments.filter((comment) => comment.id !== id)
    },
  })
  const accounts = mountAccountPages(app, `${root}/accounts`, state, () =>
    state.accounts.map(({ id, username: name, posts }) => ({
      id,
      name,
      posts: posts.map(({ items, ...post }) => ({
        ...post,
        items: items.map(({ kind, url, ...item }) => ({ [kind]: url, ...item })),
      })),
    })),
  )
  mountGraphPage(app, 'photonet', state, accounts)
}

export const photonet = {
  endpoints: oauthEndpoints('photonet', {
    dialog: '/dialog',
    token: '/v25.0/oauth/access_token',
    api: '/v25.0',
  }),
  mount,
}
