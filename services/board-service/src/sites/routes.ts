import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { pagePolicy } from './freeze-page.ts'
import { publicPage, publishSite, unpublishSite } from './publish-site.ts'
import { createSite, deleteSite, getSite, listSites, updateSite } from './sites.ts'

/** Sites and the public page. */
export function siteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listSites, async ({ principal, query }) => listSites(deps, ctxOf(principal), query))
  mount(
    app,
    operations.createSite,
    async ({ c, principal, body, tx }) => {
      const site = await createSite(deps, ctxOf(principal, tx), body)
      c.header('location', `/api/sites/${site.id}`)
      return site
    },
    deps.db,
  )
  mount(app, operations.getSite, async ({ principal, params }) => getSite(deps, ctxOf(principal), params.id))
  mount(app, operations.updateSite, async ({ principal, params, body }) =>
    updateSite(deps, ctxOf(principal), params.id, body),
  )
  mount(app, operations.deleteSite, async ({ principal, params }) => {
    await deleteSite(deps, ctxOf(principal), params.id)
    return undefined
  })
  mount(app, operations.publishSite, async ({ principal, params }) =>
    publishSite(deps, ctxOf(principal), params.id),
  )
  mount(app, operations.unpublishSite, async ({ principal, params }) =>
    unpublishSite(deps, ctxOf(principal), params.id),
  )
  mount(app, operations.getPublicSite, async ({ c, params }) => {
    const { siteId, html, frozenAt } = await publicPage(deps, params.slug)
    const etag = `"${siteId}.${frozenAt.getTime()}"`
    const headers = {
      'content-security-policy': pagePolicy(deps.settings.apiUrl),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      etag,
    }
    const known = (c.req.header('if-none-match') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers })
    return new Response(html, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
  })
}
