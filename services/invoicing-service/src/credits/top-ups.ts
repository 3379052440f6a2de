import { commonErrors, creditsPerEuro, offerErrors, type PublicOffer } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { ensureOffer } from '../offers/change-offers.ts'
import { listOffersBySlug } from '../offers/get-offer.ts'
import { type OfferTerms, toPublicOffer } from '../offers/offer.ts'
import { openCheckout } from '../offers/open-checkout.ts'
import { findSellerOrg, getSellerOrg } from '../processor/accounts.ts'
import type { SessionObject } from '../processor/event.ts'
import { requireProcessor } from '../processor/processor.ts'
import { hasTopup, lockAccount } from './ledger.db.ts'
import { postEntry } from './post-entry.ts'

export const creditsPerCent = creditsPerEuro / 100

/**
 * Reads the price in cents from a seeded top-up's slug: `credits-10` costs 10 euros. Returns
 * undefined for any other slug.
 */
function priceOfSlug(slug: string): number | undefined {
  const euros = /^credits-([1-9]\d{0,4})$/.exec(slug)?.[1]
  return euros === undefined ? undefined : Number(euros) * 100
}

function findTopup(slug: string): OfferTerms {
  const priceCents = priceOfSlug(slug)
  if (priceCents === undefined) throw offerErrors.not_found()
  return {
    name: `${(priceCents * creditsPerCent).toLocaleString('en')} credits`,
    description: '',
    priceCents,
    currency: 'EUR',
    billingModel: 'one_off',
    interval: null,
    slug,
  }
}

/**
 * Lists the top-ups on sale in the configured order, including those that nobody has bought yet.
 */
export async function listTopups(deps: Deps): Promise<PublicOffer[]> {
  const slugs = deps.config.CREDIT_TOPUP_OFFER_SLUGS
  const seller =
    deps.processor === null || slugs.length === 0 ? undefined : await findSellerOrg(deps)
  if (seller === undefined) return []
  const stored = await listOffersBySlug(deps.db, seller, slugs)
  return slugs.flatMap((slug) => {
    const row = stored.find((offer) => offer.slug === slug)
    if (row !== undefined) return [toPublicOffer(row, slugs)]
    return priceOfSlug(slug) === undefined ? [] : [{ ...findTopup(slug), requiresAccount: true }]
  })
}

/**
 * Opens a checkout for credits sold by the operator. If the slug contains a price, the offer is
 * created on first use. Throws `not_configured` (400) if there are no listed top-ups, no seller
 * account or no processor, `not_found` if the slug is not listed, `offer_invalid` (422) if the
 * offer would mint no credits or a wrong number, and the errors of `openCheckout`.
 */
export async function checkoutCredits(
  deps: Deps,
  { principal }: Ctx,
  { slug, key }: { slug: string; key: string | undefined },
) {
  const slugs = deps.config.CREDIT_TOPUP_OFFER_SLUGS
  if (slugs.length === 0)
    throw commonErrors.not_configured({ message: 'Top-ups are not configured' })
  requireProcessor(deps)
  const seller = await getSellerOrg(deps)
  if (!slugs.includes(slug)) throw offerErrors.not_found()
  const offer = await ensureOffer(deps, seller, slug, () => findTopup(slug))
  if (offer.billing_model !== 'one_off' || offer.currency !== 'EUR') {
    throw offerErrors.offer_invalid({
      message: 'A top-up must be a product with a one-time price in euros',
    })
  }
  const { url } = await openCheckout(deps, offer, {
    email: null,
    key,
    principal,
    returnTo: '/settings/billing',
    metadata: { purpose: 'credits', user_id: principal.userId, org_id: principal.orgId },
  })
  return { url }
}

/**
 * Mints the credits of a paid top-up once. Only listed slugs sold by the operator's account are
 * top-ups.
 */
export async function recordTopup(
  { config, newId }: Deps,
  tx: Transaction,
  accountId: string,
  session: SessionObject,
): Promise<boolean> {
  const {
    purpose,
    user_id: userId,
    org_id: orgId = null,
    offer_slug: slug,
  } = session.metadata ?? {}
  if (purpose !== 'credits' || userId === undefined || slug === undefined) return false
  if (accountId !== config.ENTITLEMENT_SELLER_ACCOUNT_ID) return false
  if (!config.CREDIT_TOPUP_OFFER_SLUGS.includes(slug)) return false
  const cents = session.amount_subtotal ?? session.amount_total ?? priceOfSlug(slug) ?? 0
  await lockAccount(tx, userId)
  // A session is paid when it completes or later, and both events may arrive at the same time.
  if (cents === 0 || (await hasTopup(tx, session.id))) return true
  await postEntry({ newId }, tx, orgId, {
    userId,
    kind: 'topup',
    credits: cents * creditsPerCent,
    description: `Top-up ${slug}`,
    reference: session.id,
    sessionId: session.id,
  })
  if (orgId !== null) {
    await audit(tx, orgId, {
      action: 'credits.bought',
      author: { type: 'user', id: userId, userId },
      target: { type: 'credits', id: userId, name: slug },
      detail: { credits: cents * creditsPerCent, amountCents: cents, currency: 'EUR' },
    })
  }
  return true
}
