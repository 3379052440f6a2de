import * as operations from '@atrium/contracts'
import { type AppEnv, mount, publicOriginHeader } from '@atrium/http'
import { answerNotFound, answerUnavailable } from '@atrium/site-page/public'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { pagePolicy } from './freeze-page.ts'
import { publicPage, publishSite, unpublishSite } from './publish-site.ts'
import { isOwner } from './site-owner.ts'
import { findPublicPage, type SiteRow, sites } from './sites.db.ts'
import { createSite, deleteSite, siteViewer, updateSite } from './sites.ts'

export function siteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const show = async (row: SiteRow) => (await siteViewer(deps, row.org_id))(row)
  mount(app, operations.listSites, async ({ principal: { orgId }, query }) =>
    sites.page(deps.db, orgId, query, { view: await siteViewer(deps, orgId) }),
  )
  mount(app, operations.createSite, { db: deps.db }, async (call) =>
    show(await createSite(deps, call, call.body)),
  )
  mount(app, operations.getSite, async ({ principal: { orgId }, params }) =>
    show(await sites.get(deps.db, orgId, params.id)),
  )
  mount(app, operations.updateSite, async (call) =>
    show(await updateSite(deps, call, { id: call.params.id, patch: call.body })),
  )
  mount(app, operations.deleteSite, (call) => deleteSite(deps, call, call.params.id))
  mount(app, operations.publishSite, async (call) =>
    show(await publishSite(deps, call, call.params.id)),
  )
  mount(app, operations.unpublishSite, async (call) =>
    show(await unpublishSite(deps, call, call.params.id)),
  )
  mount(app, operations.getPublicSite, async ({ c, params }) =>
    answerSite(deps, c.req.raw, await publicPage(deps, params.slug)),
  )
  app.get('/p/:org/pages/:slug', async (c) => {
    c.set('operation', 'showSite')
    const slug = c.req.param('slug')
    const page = slug.length > 100 ? undefined : await findPublicPage(deps.db, slug)
    if (page === undefined) return answerNotFound(c.req.raw)
    try {
      if (!(await isOwner(deps, c.req.param('org'), page.orgId))) return answerNotFound(c.req.raw)
    } catch (error) {
      if (error instanceof operations.AppError && error.kind === 'unavailable')
        return answerUnavailable(c.req.raw)
      throw error
    }
    return answerSite(deps, c.req.raw, page, shared)
  })
  app.get('/p/*', (c) => answerNotFound(c.req.raw))
}

type Snapshot = Awaited<ReturnType<typeof publicPage>>

/** A proxy may keep the page for ten seconds. Browsers ask again each time. */
const shared = 'public, max-age=0, s-maxage=10'

function answerSite(
  deps: Deps,
  request: Request,
  { snapshotId, html }: Snapshot,
  cacheControl = 'no-store',
): Response {
  const etag = `"${snapshotId}"`
  const { apiUrl } = deps.config
  const ownOrigin = request.headers.get(publicOriginHeader)
  const headers = {
    // The form of a template may name the platform's address in full.
    'content-security-policy':
      ownOrigin === null ? pagePolicy(apiUrl) : pagePolicy(ownOrigin, apiUrl),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': cacheControl,
    etag,
  }
  const cachedEtags = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (cachedEtags.includes(etag) || cachedEtags.includes('*'))
    return new Response(null, { status: 304, headers })
  return new Response(html, {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}
