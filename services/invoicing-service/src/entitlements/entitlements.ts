import {
  commonErrors,
  type Entitlement,
  type EntitlementGate,
  offerErrors,
  type Principal,
  planErrors,
  requireOrg,
} from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import type { z } from 'zod'
import { creditBalance } from '../credits/spend.ts'
import { listTopups } from '../credits/top-ups.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findOrg } from '../identity/orgs.ts'
import { pageUrl, thanksUrl } from '../identity/page-url.ts'
import { getActiveOffer, getPublicOffer, listOffersBySlug } from '../offers/get-offer.ts'
import { toPublicOffer } from '../offers/offer.ts'
import { type CheckoutOptions, openCheckout } from '../offers/open-checkout.ts'
import { refuseBuyer, requireSelling } from '../offers/refuse-buyer.ts'
import { findSellerOrg, getSellerOrg } from '../processor/accounts.ts'
import { requireProcessor } from '../processor/processor.ts'
import { type EntitlementRow, isEntitled, toEntitlement } from './entitlement.ts'
import { insertEntitlement, listEntitlements, lockOrg } from './entitlements.db.ts'
import { openPlanCheckout } from './plan-checkout.ts'

type Gate = z.infer<typeof EntitlementGate>

export async function findPlan(
  { db, now }: Deps,
  orgId: string,
): Promise<Pick<Gate, 'plan' | 'until'>> {
  const valid = (await listEntitlements(db, orgId)).filter((row) => isEntitled(row, now()))
  const last = Math.max(...valid.map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY))
  return {
    plan: valid.length > 0 ? 'pro' : 'free',
    until: Number.isFinite(last) ? new Date(last).toISOString() : null,
  }
}

/**
 * Returns the org's plan and its end (null if there is none), the plans on sale, and the user's
 * credits.
 */
export async function getGate(deps: Deps, { principal }: Ctx): Promise<Gate> {
  const { db, config } = deps
  const slugs = config.ENTITLEMENT_OFFER_SLUGS
  const [access, seller, balance] = await Promise.all([
    findPlan(deps, principal.orgId),
    findSellerOrg(deps),
    creditBalance(db, principal.userId),
  ])
  const plans = seller === undefined ? [] : await listOffersBySlug(db, seller, slugs)
  return {
    ...access,
    plans: plans.map((offer) => toPublicOffer(offer, slugs)),
    topupsAvailable: config.CREDIT_TOPUP_OFFER_SLUGS.length > 0 && deps.processor !== null,
    credits: { balance },
  }
}

/**
 * Opens a checkout of a listed plan for the principal's org. Throws `not_configured` (400),
 * `not_found`, and the errors of `openPlanCheckout`.
 */
export async function checkoutEntitlement(deps: Deps, { principal }: Ctx, slug: string) {
  requireProcessor(deps)
  const seller = await getSellerOrg(deps)
  if (!deps.config.ENTITLEMENT_OFFER_SLUGS.includes(slug)) throw offerErrors.not_found()
  return openPlanCheckout(deps, await getActiveOffer(deps.db, seller, slug), {
    email: null,
    principal,
    returnTo: '/settings/billing',
    metadata: { purpose: 'entitlement', org_id: principal.orgId, user_id: principal.userId },
  })
}

/** Grants an org access that never expires. Granting again changes nothing. Throws `not_found`. */
export async function grantPermanent(
  deps: Deps,
  orgId: string,
  outer?: Transaction,
): Promise<Entitlement> {
  await findOrg(deps, 'orgId', orgId)
  return inTransaction(deps.db, outer, async (tx) => {
    // If two grants run concurrently, the second waits here and then finds the first one's row.
    await lockOrg(tx, orgId)
    const existing = (await listEntitlements(tx, orgId)).find(
      (row) => row.payments_subscription_id === null && row.status === 'active',
    )
    const granted = { id: deps.newId('evt'), org_id: orgId, plan: 'pro', status: 'active' } as const
    if (existing !== undefined) return toEntitlement(existing)
    await audit(tx, orgId, {
      action: 'entitlement.granted',
      target: { type: 'entitlement', id: granted.id, name: granted.plan },
      hidesAddress: true,
    })
    return toEntitlement(await insertEntitlement(tx, granted))
  })
}

const rank = ({ status, created_at }: EntitlementRow): number =>
  created_at.getTime() + (status === 'active' ? 1e15 : 0)

/**
 * Returns the processor's portal for the org's active subscription, or for its last one and its
 * invoices. Throws `not_configured` (400), `no_subscription` (409), `processor_refused`,
 * `unavailable`.
 */
export async function openPortal(deps: Deps, { principal }: Ctx): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  const { ENTITLEMENT_SELLER_ACCOUNT_ID: accountId, DASHBOARD_URL } = deps.config
  if (!accountId) throw commonErrors.not_configured({ message: 'Selling is not configured' })
  const rows = await listEntitlements(deps.db, principal.orgId)
  const bought = rows.filter(({ payments_customer_id: customer }) => customer !== null)
  const customerId = bought.toSorted((a, b) => rank(b) - rank(a))[0]?.payments_customer_id
  if (customerId == null) throw planErrors.no_subscription()
  return {
    url: await processor.portalUrl(accountId, customerId, `${DASHBOARD_URL}/settings/billing`),
  }
}

/**
 * Opens a checkout of a public offer. An offer that grants access requires a signed-in buyer.
 * Credits are not sold here, because they belong to a user. Throws `not_found`, `unauthenticated`,
 * `requires_account` (409), and the errors of `openCheckout` and, for a plan, of
 * `openPlanCheckout`.
 */
export async function checkoutOffer(
  deps: Deps,
  { principal: buyer }: Ctx<Principal | null>,
  {
    path,
    options,
  }: { path: { orgSlug: string; slug: string }; options: Pick<CheckoutOptions, 'email' | 'key'> },
): Promise<{ url: string }> {
  requireSelling(deps)
  const { orgId } = await findOrg(deps, 'slug', path.orgSlug)
  const plans = deps.config.ENTITLEMENT_OFFER_SLUGS
  const isSeller = orgId === (await findSellerOrg(deps))
  // A top-up is on sale before its first purchase, which adds it to the catalog.
  const isTopup = isSeller && (await listTopups(deps)).some(({ slug }) => slug === path.slug)
  if (isTopup) throw offerErrors.requires_account()
  const offer = await getPublicOffer(deps.db, orgId, path.slug)
  const returns = {
    returnTo: `${thanksUrl(deps, path.orgSlug)}?for=bought`,
    cancelTo: pageUrl(deps, 'products', path),
  }
  if (!plans.includes(offer.slug)) {
    const checkout = openCheckout(deps, offer, { ...options, principal: buyer, ...returns })
    const { url } = await checkout.catch((error) => refuseBuyer(deps, offer, error))
    return { url }
  }
  const principal = requireOrg(buyer)
  const metadata = { purpose: 'entitlement', org_id: principal.orgId, user_id: principal.userId }
  const open = isSeller ? openPlanCheckout : openCheckout
  const checkout = open(deps, offer, { ...options, principal, metadata, ...returns })
  const { url } = await checkout.catch((error) => refuseBuyer(deps, offer, error))
  return { url }
}
