import type { Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { accountUsage, mountGraphApi, usageShare } from '../graph-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { graphCall } from './graph-routes.ts'
import { mountPagenetPages } from './pagenet-pages.ts'
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
