import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { findSellerOrg } from '../entitlements/seller-org.ts'
import { archiveOffer, createOffer, updateOffer } from './change-offers.ts'
import { checkoutOffer } from './checkout-offer.ts'
import { type OfferRow, offerErrors, toOffer, toPublicOffer } from './offer.ts'
import { findActiveOffer, getOfferRow, listActiveOffers, listOfferRows } from './offers.db.ts'
import { orgOfSlug } from './org-of-slug.ts'

function answer(c: Context<AppEnv>, row: OfferRow): operations.Offer {
  c.header('etag', versionEtag(row.id, row.version))
  return toOffer(row)
}

/** Mounts the catalog's operations. */
export function mountOffers(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listOffers, async ({ principal, query }) => {
    const { rows, total } = await listOfferRows(db, principal.orgId, query)
    return { items: rows.map(toOffer), total, limit: query.limit, offset: query.offset }
  })
  mount(
    app,
    operations.createOffer,
    async ({ c, principal, body, settle }) => {
      const created = (row: OfferRow): operations.Offer => {
        c.header('location', `/api/offers/${row.id}`)
        return answer(c, row)
      }
      return created(await createOffer(deps, { principal }, body, (tx, row) => settle(tx, created(row))))
    },
    db,
    { apart: true },
  )
  mount(app, operations.getOffer, async ({ c, principal, params }) =>
    answer(c, await getOfferRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateOffer, async ({ c, principal, params, body }) =>
    answer(c, await updateOffer(deps, { principal }, params.id, body, c.req.header('if-match'))),
  )
  mount(
    app,
    operations.archiveOffer,
    async ({ c, principal, params, settle }) =>
      answer(c, await archiveOffer(deps, { principal }, params.id, (tx, row) => settle(tx, answer(c, row)))),
    db,
    { apart: true },
  )
}

/** Mounts what visitors see and buy. */
export function mountPublicOffers(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const { CREDIT_TOPUP_OFFER_SLUGS: topups, ENTITLEMENT_OFFER_SLUGS: plans } = deps.config
  // Top-ups are the operator's alone; another org may use their slugs for anything.
  const accountSlugs = async (orgId: string): Promise<readonly string[]> =>
    topups.length > 0 && orgId === (await findSellerOrg(deps)) ? [...plans, ...topups] : plans
  mount(app, operations.listPublicOffers, async ({ params, query }) => {
    const { orgId } = await orgOfSlug(deps, params.orgSlug)
    const { rows, total } = await listActiveOffers(db, orgId, query)
    const slugs = await accountSlugs(orgId)
    const items = rows.map((row) => toPublicOffer(row, slugs))
    return { items, total, limit: query.limit, offset: query.offset }
  })
  mount(app, operations.getPublicOffer, async ({ params }) => {
    const { orgId } = await orgOfSlug(deps, params.orgSlug)
    const row = await findActiveOffer(db, orgId, params.slug)
    if (row === undefined) throw offerErrors.not_found()
    return toPublicOffer(row, await accountSlugs(orgId))
  })
  mount(
    app,
    operations.checkoutOffer,
    ({ c, principal, params, body }) =>
      checkoutOffer(deps, { principal }, params, {
        email: body?.email ?? null,
        key: c.req.header('idempotency-key'),
      }),
    db,
    { apart: true },
  )
}
