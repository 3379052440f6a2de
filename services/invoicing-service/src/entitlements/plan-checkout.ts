import { createHash } from 'node:crypto'
import { commonErrors, type OrgPrincipal, offerErrors, planErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import type { OfferRow } from '../offers/offer.ts'
import { type CheckoutOptions, openCheckout } from '../offers/open-checkout.ts'
import { isRefusal, requireProcessor, untilSettledMs } from '../processor/processor.ts'
import { isEntitled } from './entitlement.ts'
import { findBySubscription, listEntitlements, lockOrg } from './entitlements.db.ts'
import {
  deletePlanCheckout,
  deleteUnopenedCheckout,
  deleteUnpaidCheckout,
  findPlanCheckout,
  insertPlanCheckout,
  type PlanCheckoutRow,
  type SessionKey,
  stampPlanCheckout,
  updateCheckoutOfSession,
} from './plan-checkouts.db.ts'

// The processor requires at least half an hour by its own clock.
const sessionMs = 35 * 60_000
// An event that ends or prolongs a subscription is redelivered for three days.
const lateEventsMs = 3 * 86_400_000

type PlanCheckoutOptions = Omit<CheckoutOptions, 'principal' | 'expiresAt' | 'key'> & {
  principal: OrgPrincipal
}

/**
 * Opens a plan checkout. An org has only one at a time, because two would charge twice for the same
 * access. A repeated request gets the running checkout. Throws `already_subscribed`,
 * `checkout_running` (409), `offer_invalid` (422), `unavailable` (503) if the checkout ended
 * meanwhile, and the errors of `openCheckout`.
 */
export async function openPlanCheckout(deps: Deps, offer: OfferRow, options: PlanCheckoutOptions) {
  if (offer.billing_model === 'one_off') {
    throw offerErrors.offer_invalid({ message: 'A plan must be a product with a recurring price' })
  }
  const { begun, isNew } = await inTransaction(deps.db, undefined, (tx) =>
    begin(deps, tx, offer, options),
  )
  if (begun.url !== null) return { url: begun.url }
  try {
    // A concurrent equal request, or a retry after a crash, gets the same session.
    const opened = await openCheckout(deps, offer, {
      ...options,
      key: begun.id,
      expiresAt: begun.expires_at,
    })
    const { id: sessionId, url, accountId } = opened
    const session = { session_id: sessionId, account_id: accountId, url }
    const isStored = await inTransaction(deps.db, undefined, (tx) =>
      stampPlanCheckout(tx, begun, session),
    )
    if (!isStored) {
      throw commonErrors.unavailable({ message: 'The checkout has expired. Try again.' })
    }
    return { url }
  } catch (error) {
    // If a session was opened despite the error, nobody knows its URL, and it expires. A repeated
    // request keeps the checkout, because the first one may return a URL.
    if (isNew) await inTransaction(deps.db, undefined, (tx) => deleteUnopenedCheckout(tx, begun))
    throw error
  }
}

type Begun = Pick<PlanCheckoutRow, 'id' | 'org_id' | 'expires_at' | 'url'>

async function begin(
  deps: Deps,
  tx: Transaction,
  offer: OfferRow,
  { principal, email, returnTo }: PlanCheckoutOptions,
): Promise<{ begun: Begun; isNew: boolean }> {
  const { orgId, userId } = principal
  const now = deps.now()
  await lockOrg(tx, orgId)
  const since = new Date(now.getTime() - lateEventsMs)
  if ((await listEntitlements(tx, orgId)).some((row) => isEntitled(row, since))) {
    throw planErrors.already_subscribed()
  }
  const request = digest([userId, offer.id, offer.terms_version, email, returnTo ?? null])
  const running = await findPlanCheckout(tx, orgId, now)
  if (running !== undefined) {
    if (running.request === request && running.completed_at === null && !running.settling)
      return { begun: running, isNew: false }
    throw planErrors.checkout_running({ message: describeState(running) })
  }
  const begun = {
    id: deps.newId('evt'),
    org_id: orgId,
    request,
    expires_at: new Date(now.getTime() + sessionMs),
  }
  await insertPlanCheckout(tx, begun)
  return { begun: { ...begun, url: null }, isNew: true }
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

const describeState = ({
  completed_at: completed,
  settling,
  expires_at: end,
  url,
}: PlanCheckoutRow): string => {
  if (settling && completed === null) {
    return 'A payment for a plan is on its way. The plan begins when the bank confirms the payment. This can take several days.'
  }
  if (completed !== null) return 'The plan was paid and begins in a moment'
  const where = url === null ? '' : ` at ${url}`
  return `A purchase of a plan runs until ${end.toISOString()}. Finish it${where}, or cancel it.`
}

/**
 * Ends the org's running checkout, first at the processor. Throws `not_found` if none is running,
 * and `checkout_running` (409) if it is paid.
 */
export async function endPlanCheckout(
  deps: Deps,
  { principal: { orgId } }: Ctx,
): Promise<undefined> {
  const processor = requireProcessor(deps)
  const running = await findPlanCheckout(deps.db, orgId, deps.now())
  if (running === undefined)
    throw commonErrors.not_found({ message: 'Nobody is buying a plan right now' })
  if (running.completed_at !== null || running.settling)
    throw planErrors.checkout_running({ message: describeState(running) })
  if (running.session_id !== null && running.account_id !== null) {
    try {
      await processor.expireCheckout(running.account_id, running.session_id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // The session has just been paid or has expired. Its event will follow.
      throw planErrors.checkout_running({ message: 'The checkout has just ended', cause: error })
    }
  }
  await inTransaction(deps.db, undefined, (tx) => deletePlanCheckout(tx, orgId, running.id))
}

/**
 * Deletes the checkout if its session expired or its payment failed. Returns true if the session
 * was for a plan.
 */
export { deleteUnpaidCheckout } from './plan-checkouts.db.ts'

/**
 * Returns true if a subscription at the operator's own account is a plan. Buying a plan grants
 * access. It creates no customer and no invoice in the operator's organisation, like a purchase of
 * credits.
 */
export async function isPlanSale(
  { config }: Pick<Deps, 'config'>,
  tx: Transaction,
  accountId: string,
  sold:
    | { metadata?: Record<string, string> | null | undefined; subscription?: string | null }
    | null
    | undefined,
): Promise<boolean> {
  if (accountId !== config.ENTITLEMENT_SELLER_ACCOUNT_ID || sold == null) return false
  const { purpose, offer_slug: slug } = sold.metadata ?? {}
  if (
    purpose === 'entitlement' ||
    (slug !== undefined && config.ENTITLEMENT_OFFER_SLUGS.includes(slug))
  ) {
    return true
  }
  return (
    sold.subscription != null && (await findBySubscription(tx, sold.subscription)) !== undefined
  )
}

// The subscription's own event follows within seconds. If it is lost, the poller fetches it within
// minutes.
const untilSubscribedMs = 3_600_000

/**
 * Records that a session is complete. A paid checkout stays until its subscription is stored. If
 * payment is delayed, the checkout stays until the payment succeeds or fails. Returns true if the
 * session was for a plan.
 */
export async function completePlanCheckout(
  tx: Transaction,
  key: SessionKey,
  { isPaid, subscriptionId, now }: { isPaid: boolean; subscriptionId: string | null; now: Date },
): Promise<boolean> {
  const ended = subscriptionId === null ? undefined : await findBySubscription(tx, subscriptionId)
  // If the payment failed, the subscription may end before the session's own event arrives.
  if (ended?.status === 'ended') return deleteUnpaidCheckout(tx, key)
  return updateCheckoutOfSession(tx, key, {
    completed_at: isPaid ? now : null,
    settling: !isPaid,
    subscription_id: subscriptionId,
    expires_at: new Date(now.getTime() + (isPaid ? untilSubscribedMs : untilSettledMs)),
  })
}
