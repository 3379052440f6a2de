import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findOrg, orgSettings } from '../identity/orgs.ts'
import { findSellerOrg } from '../processor/accounts.ts'
import { archiveOffer, createOffer, updateOffer } from './change-offers.ts'
import { getOffer, getPublicOffer } from './get-offer.ts'
import { type OfferRow, toOffer, toPublicOffer } from './offer.ts'
import { listOfferRows, listPublicOfferRows } from './offers.db.ts'

function answer(c: Context<AppEnv>, row: OfferRow): operations.Offer {
  c.header('etag', versionEtag(row.id, row.version))
  return toOffer(row)
}

export function offerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listOffers, async ({ principal, query }) => {
    const { rows, ...page } = await listOfferRows(db, principal.orgId, query)
    return { items: rows.map(toOffer), ...page }
  })
  mount(app, operations.createOffer, { db, apart: true }, async (call) => {
    const settle = (tx: Transaction, row: OfferRow) => call.settle(tx, answer(call.c, row))
    return answer(call.c, await createOffer(deps, call, { input: call.body, settle }))
  })
  mount(app, operations.getOffer, async ({ c, principal, params }) =>
    answer(c, await getOffer(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateOffer, async (call) =>
    answer(
      call.c,
      await updateOffer(deps, call, {
        id: call.params.id,
        input: call.body,
        ifMatch: call.c.req.header('if-match'),
      }),
    ),
  )
  mount(app, operations.archiveOffer, { db, apart: true }, async (call) => {
    const settle = (tx: Transaction, row: OfferRow) => call.settle(tx, answer(call.c, row))
    return answer(call.c, await archiveOffer(deps, call, { id: call.params.id, settle }))
  })

  const { CREDIT_TOPUP_OFFER_SLUGS: topups, ENTITLEMENT_OFFER_SLUGS: plans } = deps.config
  // Only the operator sells top-ups. In another org their slugs have no meaning.
  const accountSlugs = async (orgId: string): Promise<readonly string[]> =>
    topups.length > 0 && orgId === (await findSellerOrg(deps)) ? [...plans, ...topups] : plans
  mount(app, operations.listPublicOffers, async ({ params, query }) => {
    const { orgId } = await findOrg(deps, 'slug', params.orgSlug)
    const { rows, ...page } = await listPublicOfferRows(db, orgId, query)
    const slugs = await accountSlugs(orgId)
    return { items: rows.map((row) => toPublicOffer(row, slugs)), ...page }
  })
  mount(app, operations.getPublicOffer, async ({ params: { orgSlug, slug } }) => {
    const { orgId, name } = await findOrg(deps, 'slug', orgSlug)
    const [offer, slugs, { logoUrl }] = await Promise.all([
      getPublicOffer(db, orgId, slug),
      accountSlugs(orgId),
      orgSettings(deps, orgId),
    ])
    return { ...toPublicOffer(offer, slugs), seller: { name, logoUrl } }
  })
}
