import { SitePublished, SiteUnpublished, siteErrors } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { addSiteFooter } from '@atrium/site-page/public'
import type { Ctx, Deps } from '../deps.ts'
import { changeKeys } from '../references/change-references.ts'
import { pageKeys } from '../references/reference-keys.ts'
import { requireComplete } from '../templates/check-values.ts'
import { getSource } from '../templates/instances.ts'
import { freezePage } from './freeze-page.ts'
import { readLiveBlocks } from './live-blocks.ts'
import { type Imprint, readImprint } from './site-owner.ts'
import {
  findPublicPage,
  findSnapshotKeys,
  insertSnapshot,
  type SiteRow,
  sites,
} from './sites.db.ts'

/** What a page shows besides its template and values. */
interface PageSurroundings {
  readonly blocks: Readonly<Record<string, unknown>>
  readonly imprint: Imprint
}

/**
 * Publishes a site with its live lists and its imprint. Throws the errors of `storePage`, and
 * `unavailable` (503) if the imprint, or a list that the page shows, cannot be read.
 */
export async function publishSite(deps: Deps, ctx: Ctx, id: string): Promise<SiteRow> {
  const { orgId } = ctx.principal
  const blocks = await readLiveBlocks(deps, orgId, id)
  const imprint = await readImprint(deps, orgId)
  return storePage(deps, ctx, { id, blocks, imprint })
}

/**
 * Adds a snapshot of a site's page and serves it. Throws `nothing_to_publish` (409),
 * `values_invalid` (422).
 */
export async function storePage(
  deps: Deps,
  ctx: Ctx,
  { id, blocks, imprint: { settings, language } }: PageSurroundings & { id: string },
): Promise<SiteRow> {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await sites.lock(tx, orgId, id)
    if (row.instance_id === null) throw siteErrors.nothing_to_publish()
    const { template, values } = await getSource(tx, orgId, row.instance_id)
    requireComplete(template.variables, values)
    // Values that the template no longer declares do not replace live lists.
    const shown = { ...values, ...blocks }
    const page = freezePage(deps.config.apiUrl, row.name, template, shown)
    const html = addSiteFooter(page, settings, language)
    const keys = pageKeys(orgId, { page: html })
    const now = deps.now()
    const before = await findSnapshotKeys(tx, orgId, id)
    // Earlier snapshots keep their files, because pages built from earlier snapshots still show
    // them.
    await changeKeys(tx, { orgId, before, after: [...before, ...keys], now })
    await insertSnapshot(tx, { site_id: id, org_id: orgId, html, asset_keys: keys, frozen_at: now })
    const times = { published_at: now, updated_at: now }
    const published = await sites.update(tx, { ...row, status: 'published', ...times })
    await emit(tx, SitePublished, orgId, toSiteEvent(ctx, row))
    return published
  })
}

const toSiteEvent = ({ principal: { userId } }: Ctx, { id, slug, name }: SiteRow) => ({
  siteId: id,
  slug,
  name,
  actorId: userId,
})

/** Stops serving a page. Its snapshots and their files are kept. Throws `not_published` (409). */
export async function unpublishSite(deps: Deps, ctx: Ctx, id: string): Promise<SiteRow> {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await sites.lock(tx, orgId, id)
    if (row.status !== 'published') throw siteErrors.not_published()
    const taken = await sites.update(tx, { ...row, status: 'unpublished', updated_at: deps.now() })
    await emit(tx, SiteUnpublished, orgId, toSiteEvent(ctx, row))
    return taken
  })
}

/** Returns the page with a slug. Throws `not_found` if the page is not published. */
export async function publicPage(deps: Deps, slug: string) {
  const page = await findPublicPage(deps.db, slug)
  if (page === undefined) throw siteErrors.not_found()
  return page
}
