import { type NewSite, Site, type SitePatch, siteErrors } from '@atrium/contracts'
import { createView, inTransaction, isUniqueViolation, toColumns } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { handOverCandidates } from '../references/change-references.ts'
import { pageKeys } from '../references/reference-keys.ts'
import { getSource } from '../templates/instances.ts'
import { siteUrls } from './site-owner.ts'
import { findSnapshotKeys, insertSite, type SiteRow, sites } from './sites.db.ts'

const view = createView(Site.omit({ url: true }))

/** Returns a function that shows an org's sites with their public URLs. */
export async function siteViewer(deps: Deps, orgId: string): Promise<(row: SiteRow) => Site> {
  const toUrl = await siteUrls(deps, orgId)
  return (row) => ({ ...view(row), url: toUrl(row.slug) })
}

const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|(?<!-)-+$/g, '')

/**
 * Creates a site. Throws `not_found` if its instance does not exist, `slug_taken` (409),
 * `foreign_asset` (422).
 */
export async function createSite(deps: Deps, ctx: Ctx, input: NewSite): Promise<SiteRow> {
  const { orgId } = ctx.principal
  pageKeys(orgId, { name: input.name })
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    await getSource(tx, orgId, input.instanceId)
    const now = deps.now()
    const id = deps.newId('site')
    const base = toSlug(input.name)
    const slugs =
      input.slug === undefined
        ? [
            base === '' ? `site-${id.slice(-8)}` : base,
            `${base === '' ? 'site' : base}-${id.slice(-8)}`,
          ]
        : [input.slug]
    for (const slug of slugs) {
      const row = await insertSite(tx, {
        ...toColumns(input),
        id,
        org_id: orgId,
        slug,
        status: 'draft',
        published_at: null,
        created_at: now,
        updated_at: now,
      })
      if (row !== undefined) return row
    }
    throw siteErrors.slug_taken()
  })
}

/** Changes a site. Its published page does not change. Throws `not_found`, `slug_taken` (409). */
export async function updateSite(
  deps: Deps,
  ctx: Ctx,
  { id, patch }: { id: string; patch: SitePatch },
): Promise<SiteRow> {
  const { orgId } = ctx.principal
  pageKeys(orgId, { name: patch.name ?? '' })
  try {
    return await inTransaction(deps.db, ctx.tx, async (tx) => {
      const row = await sites.lock(tx, orgId, id)
      if (patch.instanceId !== undefined) await getSource(tx, orgId, patch.instanceId)
      return sites.update(tx, { ...row, ...toColumns(patch), updated_at: deps.now() })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'sites_slug')) throw siteErrors.slug_taken({ cause: error })
    throw error
  }
}

/** Deletes a site and its snapshots. Their files become release candidates. Throws `not_found`. */
export async function deleteSite(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  const { orgId } = ctx.principal
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    await sites.lock(tx, orgId, id)
    const keys = await findSnapshotKeys(tx, orgId, id)
    await sites.remove(tx, orgId, id)
    await handOverCandidates(tx, orgId, keys, deps.now())
  })
}
