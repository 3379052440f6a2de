import { randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import { mountForm } from '../../pages/inspect.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { accountUsage, mountGraphApi, usageShare } from '../graph-api.ts'
import { mountGraphDialog, mountGraphPage } from '../graph-dialog.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountAccountPages, mountVisitors } from '../visitors.ts'
import { graphCall } from './graph-routes.ts'
import { createPagenetState, type PagenetSandbox, pagenetPermissions } from './pagenet-state.ts'

const base = '/pagenet/v25.0'

/** Mounts the Pages network: the graph API and its pages, with the fault switches. */
function mount(app: Hono<SandboxEnv>, client: AppClient): PagenetSandbox {
  const state = createPagenetState(client, pagenetPermissions)
  mountPagenetPages(app, state)
  // The network's calls are named without the version.
  mountGraphApi(app, { network: 'pagenet', base, root: base }, state, async (request) => {
    const { body, page } = await graphCall(state, request)
    const headers = { 'x-app-usage': JSON.stringify(usageShare(state.appUsage)) }
    if (page === undefined) return { body, headers }
    const ofPage = {
      'x-page-usage': JSON.stringify(usageShare(page.usage)),
      ...accountUsage('pages', page),
    }
    return { body, headers: { ...headers, ...ofPage } }
  })
  return state
}

export const pagenet = {
  endpoints: oauthEndpoints('pagenet', {
    dialog: '/dialog',
    token: '/v25.0/oauth/access_token',
    api: '/v25.0',
  }),
  mount,
}

/** Mounts the consent dialog and the pages with their switches. */
function mountPagenetPages(app: Hono<SandboxEnv>, state: PagenetSandbox): void {
  const posts = () => state.pages.flatMap((entry) => entry.posts)
  mountVisitors(app, 'pagenet', {
    audience: state.audience,
    comment(postId, name, message) {
      const post = posts().find(({ id }) => id === postId)
      const id = `${postId}_${randomInt(1e12)}`
      post?.comments.push({
        id,
        message,
        createdAt: new Date(),
        from: { id: `v${name.length}`, name },
      })
    },
    removeComment(id) {
      for (const post of posts())
        post.comments = post.comments.filter((comment) => comment.id !== id)
    },
  })
  mountGraphDialog(
    app,
    '/pagenet',
    { title: 'Connect your Pages', permissions: pagenetPermissions },
    state,
  )
  const accounts = mountAccountPages(app, '/pagenet/pages', state, () => state.pages)
  mountGraphPage(app, 'pagenet', state, accounts)
  mountForm(app, '/pagenet/revoke', '/pagenet', () => state.revokeAll())
}
