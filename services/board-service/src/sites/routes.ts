import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { pagePolicy } from './freeze-page.ts'
import { publicPage, publishSite, unpublishSite } from './publish-site.ts'
import { sites } from './sites.db.ts'
import { createSite, deleteSite, siteView, updateSite } from './sites.ts'

export function siteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listSites, ({ principal, query }) =>
    sites.page(deps.db, principal.orgId, query, { view: (row) => siteView(deps, row) }),
  )
  mount(app, operations.createSite, { db: deps.db }, (call) => createSite(deps, call, call.body))
  mount(app, operations.getSite, async ({ principal, params }) =>
    siteView(deps, await sites.get(deps.db, principal.orgId, params.id)),
  )
  mount(app, operations.updateSite, (call) =>
    updateSite(deps, call, { id: call.params.id, patch: call.body }),
  )
  mount(app, operations.deleteSite, (call) => deleteSite(deps, call, call.params.id))
  mount(app, operations.publishSite, (call) => publishSite(deps, call, call.params.id))
  mount(app, operations.unpublishSite, (call) => unpublishSite(deps, call, call.params.id))
  mount(app, operations.getPublicSite, async ({ c, params }) => {
    const { snapshotId, html } = await publicPage(deps, params.slug)
    const etag = `"${snapshotId}"`
    const headers = {
      'content-security-policy': pagePolicy(deps.config.apiUrl),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      etag,
    }
    const cachedEtags = (c.req.header('if-none-match') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (cachedEtags.includes(etag) || cachedEtags.includes('*'))
      return new Response(null, { status: 304, headers })
    return new Response(html, {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    })
  })
}
