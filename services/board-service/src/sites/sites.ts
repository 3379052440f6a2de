import { type NewSite, newId, type Site, type SitePatch } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { handOverCandidates } from '../references/change-references.ts'
import { siteKeys } from '../references/reference-keys.ts'
import { siteErrors } from '../templates/errors.ts'
import { getSource } from '../templates/instances.ts'
import { findSnapshotKeys, insertSite, type SiteRow, sites } from './sites.db.ts'

/** A site as the API shows it. */
export const siteView = (deps: Deps, row: SiteRow): Site => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  instanceId: row.instance_id,
  status: row.status,
  url: `${deps.settings.apiUrl}/api/public/sites/${row.slug}`,
  publishedAt: row.published_at?.toISOString() ?? null,
  orgId: row.org_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|(?<!-)-+$/g, '')

/** Creates a site. Throws `not_found` without its instance, `slug_taken` (409), `foreign_asset` (422). */
export async function createSite(deps: Deps, ctx: Ctx, input: NewSite): Promise<Site> {
  siteKeys(ctx.orgId, { name: input.name })
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    await getSource(tx, ctx.orgId, input.instanceId)
    const now = deps.clock()
    const id = newId('site')
    const base = slugOf(input.name)
    const slugs =
      input.slug === undefined
        ? [base === '' ? `site-${id.slice(-8)}` : base, `${base === '' ? 'site' : base}-${id.slice(-8)}`]
        : [input.slug]
    for (const slug of slugs) {
      const row = await insertSite(tx, {
        id,
        org_id: ctx.orgId,
        name: input.name,
        slug,
        instance_id: input.instanceId,
        status: 'draft',
        published_at: null,
        created_at: now,
        updated_at: now,
      })
      if (row !== undefined) return siteView(deps, row)
    }
    throw siteErrors.slug_taken()
  })
}

/** One site. Throws `not_found`. */
export async function getSite(deps: Deps, ctx: Ctx, id: string): Promise<Site> {
  const row = await sites.find(deps.db, ctx.orgId, id)
  if (row === undefined) throw siteErrors.not_found()
  return siteView(deps, row)
}

/** A page of sites, newest first. */
export async function listSites(deps: Deps, ctx: Ctx, page: { limit: number; offset: number }) {
  const { rows, total } = await sites.page(deps.db, ctx.orgId, page)
  return { items: rows.map((row) => siteView(deps, row)), total, limit: page.limit, offset: page.offset }
}

/** Changes a site; what is published stays as it was frozen. Throws `not_found`, `slug_taken` (409). */
export async function updateSite(deps: Deps, ctx: Ctx, id: string, patch: SitePatch): Promise<Site> {
  siteKeys(ctx.orgId, { name: patch.name ?? '' })
  try {
    return await inTransaction(deps.db, ctx.tx, async (tx) => {
      const row = await sites.lock(tx, ctx.orgId, id)
      if (row === undefined) throw siteErrors.not_found()
      if (patch.instanceId !== undefined) await getSource(tx, ctx.orgId, patch.instanceId)
      const next = {
        ...row,
        name: patch.name ?? row.name,
        slug: patch.slug ?? row.slug,
        instance_id: patch.instanceId ?? row.instance_id,
        updated_at: deps.clock(),
      }
      return siteView(deps, await sites.update(tx, next))
    })
  } catch (error) {
    if (isUniqueViolation(error, 'sites_slug')) throw siteErrors.slug_taken({ cause: error })
    throw error
  }
}

/** Deletes a site and its snapshot, whose files become candidates for release. Throws `not_found`. */
export async function deleteSite(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await sites.lock(tx, ctx.orgId, id)
    if (row === undefined) throw siteErrors.not_found()
    const keys = await findSnapshotKeys(tx, id)
    await sites.remove(tx, ctx.orgId, id)
    await handOverCandidates(tx, ctx.orgId, keys, deps.clock())
  })
}
