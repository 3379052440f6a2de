import type { Hono } from 'hono'
import { createFaults, type Faults } from '../../payments/faults.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { GraphError } from '../graph-error.ts'
import { graphRequest } from '../graph-request.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { withFaults } from '../with-faults.ts'
import { graphCall } from './graph-routes.ts'
import { mountPagenetPages } from './pagenet-pages.ts'
import { createPagenetState, type PagenetSandbox, type SandboxPage } from './pagenet-state.ts'

const base = '/pagenet/v25.0'

/** The network of Pages: the graph API and its pages, with the failure switches. */
function mount(app: Hono<SandboxEnv>, client: AppClient): PagenetSandbox & { faults: Faults } {
  const faults = createFaults()
  const state = Object.assign(createPagenetState(client.clientId, client.clientSecret), { faults })
  mountPagenetPages(app, state, faults)
  app.all(`${base}/*`, (c) =>
    withFaults(
      c,
      // Its calls are named without the version.
      { network: 'pagenet', faults, calls: state.calls, root: base },
      async () => {
        const { origin } = new URL(c.req.url)
        try {
          const request = await graphRequest(c, c.req.path.slice(base.length), origin + base)
          const { body, page } = await graphCall(state, request)
          const share = { call_count: state.appUsage, total_time: 1, total_cputime: 1 }
          const headers = { 'x-app-usage': JSON.stringify(share) }
          return c.json(body, 200, page === undefined ? headers : { ...headers, ...usageHeaders(page) })
        } catch (error) {
          if (!(error instanceof GraphError)) throw error
          return c.json(error.body(), error.status as 400)
        }
      },
      ({ status }) => new GraphError(status, 2, 'Service temporarily unavailable').body(),
    ),
  )
  return state
}

const usageHeaders = ({ id, usage }: SandboxPage): Record<string, string> => {
  const share = { call_count: usage, total_time: 1, total_cputime: 1 }
  const regain = usage >= 100 ? 30 : 0
  return {
    'x-page-usage': JSON.stringify(share),
    'x-business-use-case-usage': JSON.stringify({
      [id]: [{ type: 'pages', ...share, estimated_time_to_regain_access: regain }],
    }),
  }
}

export const pagenet = {
  endpoints: oauthEndpoints('pagenet', {
    dialog: '/dialog',
    token: '/v25.0/oauth/access_token',
    api: '/v25.0',
  }),
  mount,
}
