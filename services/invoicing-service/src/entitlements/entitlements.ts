import { type Entitlement, type EntitlementGate, newId, type OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import { creditBalance } from '../credits/read-credits.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { offerErrors, toPublicOffer } from '../offers/offer.ts'
import { orgOfId } from '../offers/org-of-slug.ts'
import { findActiveOffer } from '../offers/read-offers.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import { isEntitled, toEntitlement } from './entitlement.ts'
import { openPlanCheckout } from './plan-checkout.ts'
import { lockOrg } from './plan-checkouts.db.ts'
import { findSellerOrg, sellerOrg } from './seller-org.ts'

type Gate = z.infer<typeof EntitlementGate>

/** The org's plan with its end (null for one without), the plans on sale, and the caller's credits. */
export async function getGate(deps: Deps, principal: OrgPrincipal): Promise<Gate> {
  const { db, config } = deps
  const [rows, seller, balance] = await Promise.all([
    db.selectFrom('entitlements').selectAll().where('org_id', '=', principal.orgId).execute(),
    findSellerOrg(deps),
    creditBalance(db, principal.userId),
  ])
  const valid = rows.filter((row) => isEntitled(row, deps.now()))
  const permanent = valid.some((row) => row.until === null)
  const ends = valid.flatMap((row) => (row.until === null ? [] : [row.until.getTime()]))
  const slugs = config.ENTITLEMENT_OFFER_SLUGS
  const plans =
    seller === undefined
      ? []
      : await Promise.all(slugs.map((slug) => findActiveOffer(db, seller, slug))).then((offers) =>
          offers.flatMap((offer) => (offer === undefined ? [] : [toPublicOffer(offer, slugs)])),
        )
  return {
    plan: valid.length > 0 ? 'pro' : 'free',
    until: permanent || ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    plans,
    topupsAvailable: config.CREDIT_TOPUP_OFFER_SLUGS.length > 0 && deps.processor !== null,
    credits: { balance },
  }
}

/** Begins buying a listed plan for the caller's org. Throws `not_configured` (400), `not_found`, and what
 * `openPlanCheckout` throws. */
export async function checkoutEntitlement(
  deps: Deps,
  ctx: { principal: OrgPrincipal },
  offerSlug: string,
  key: string | undefined,
): Promise<{ url: string }> {
  requireProcessor(deps)
  const seller = await sellerOrg(deps)
  const listed = deps.config.ENTITLEMENT_OFFER_SLUGS.includes(offerSlug)
  const offer = listed ? await findActiveOffer(deps.db, seller, offerSlug) : undefined
  if (offer === undefined) throw offerErrors.not_found()
  const { orgId, userId } = ctx.principal
  return openPlanCheckout(deps, offer, {
    email: null,
    key,
    principal: ctx.principal,
    returnPath: '/plan',
    metadata: { purpose: 'entitlement', org_id: orgId, user_id: userId },
  })
}

/** Grants an org access that never expires; granting twice is granting once. Throws `not_found`. */
export async function grantPermanent(deps: Deps, orgId: string, outer?: Transaction): Promise<Entitlement> {
  await orgOfId(deps, orgId)
  return inTransaction(deps.db, outer, async (tx) => {
    // Two operators granting at once: the second waits here and then finds the first one's row.
    await lockOrg(tx, orgId)
    const known = await tx
      .selectFrom('entitlements')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('payments_subscription_id', 'is', null)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (known !== undefined) return toEntitlement(known)
    const row = await tx
      .insertInto('entitlements')
      .values({ id: newId('evt'), org_id: orgId, plan: 'pro', status: 'active' })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toEntitlement(row)
  })
}
