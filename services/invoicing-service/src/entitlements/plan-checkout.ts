import { createHash } from 'node:crypto'
import { AppError, commonErrors, newId, type OrgPrincipal, planErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { type OfferRow, offerErrors } from '../offers/offer.ts'
import { type CheckoutOptions, openCheckout } from '../offers/open-checkout.ts'
import { requireProcessor } from '../payments/require-processor.ts'
import {
  deletePlanCheckout,
  findPlanCheckout,
  insertPlanCheckout,
  lockOrg,
  type PlanCheckoutRow,
  stampPlanCheckout,
} from './plan-checkouts.db.ts'

// The processor lets a session end after half an hour at the earliest, by its own clock.
const sessionMs = 35 * 60_000
// An event that ends or prolongs a subscription is redelivered for three days.
const lateEventsMs = 3 * 86_400_000

type PlanCheckoutOptions = Omit<CheckoutOptions, 'principal' | 'expiresAt'> & { principal: OrgPrincipal }

/**
 * Begins buying a plan for the caller's org, of which one runs at a time: two would be charged for one access. The
 * same request under the same key answers the same session. Throws `already_subscribed`, `checkout_running` (409),
 * `offer_invalid` (422), and what opening a checkout throws.
 */
export async function openPlanCheckout(
  deps: Deps,
  offer: OfferRow,
  options: PlanCheckoutOptions,
): Promise<{ url: string }> {
  if (offer.billing_model === 'one_off') {
    throw offerErrors.offer_invalid({ message: 'A plan has to be a recurring offer' })
  }
  const begun = await inTransaction(deps.db, undefined, (tx) => begin(deps, tx, offer, options))
  if (begun.url !== null) return { url: begun.url }
  try {
    const opened = await openCheckout(deps, offer, { ...options, expiresAt: begun.expires_at })
    const { id: sessionId, url, accountId } = opened
    await stampPlanCheckout(deps.db, begun, { session_id: sessionId, account_id: accountId, url })
    return { url }
  } catch (error) {
    // A session that was opened all the same has an address that nobody was told, and ends by itself.
    await deletePlanCheckout(deps.db, begun.org_id, begun.id)
    throw error
  }
}

type Begun = Pick<PlanCheckoutRow, 'id' | 'org_id' | 'expires_at' | 'url'>

async function begin(
  deps: Deps,
  tx: Transaction,
  offer: OfferRow,
  { principal, key }: PlanCheckoutOptions,
): Promise<Begun> {
  const { orgId, userId } = principal
  const now = deps.now()
  await lockOrg(tx, orgId)
  await refuseSubscribed(tx, orgId, now)
  const request = key === undefined ? null : digest([key, userId, offer.id])
  const running = await findPlanCheckout(tx, orgId, now)
  if (running !== undefined) {
    if (request !== null && running.request === request && running.completed_at === null) return running
    throw planErrors.checkout_running({ message: wordsFor(running) })
  }
  const begun = {
    id: newId('evt'),
    org_id: orgId,
    request,
    expires_at: new Date(now.getTime() + sessionMs),
  }
  await insertPlanCheckout(tx, begun)
  return { ...begun, url: null }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const wordsFor = ({ completed_at: completed, expires_at: end, url }: PlanCheckoutRow): string => {
  if (completed !== null) return 'A plan has been paid; it begins in a moment'
  const where = url === null ? '' : ` at ${url}`
  return `A checkout of a plan runs until ${end.toISOString()}: finish it${where}, or end it with DELETE /api/entitlements/checkout`
}

async function refuseSubscribed(tx: Transaction, orgId: string, now: Date): Promise<void> {
  const held = await tx
    .selectFrom('entitlements')
    .select('id')
    .where('org_id', '=', orgId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', new Date(now.getTime() - lateEventsMs))]))
    .executeTakeFirst()
  if (held !== undefined) throw planErrors.already_subscribed()
}

/**
 * Ends the org's running checkout, at the processor first, so that another can begin. Throws `not_found` when none
 * runs, `checkout_running` (409) when it has been paid.
 */
export async function endPlanCheckout(deps: Deps, { orgId }: OrgPrincipal): Promise<void> {
  const processor = requireProcessor(deps)
  const running = await findPlanCheckout(deps.db, orgId, deps.now())
  if (running === undefined) throw commonErrors.not_found({ message: 'No checkout of a plan runs' })
  if (running.completed_at !== null) throw planErrors.checkout_running({ message: wordsFor(running) })
  if (running.session_id !== null && running.account_id !== null) {
    try {
      await processor.expireCheckout(running.account_id, running.session_id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'processor_refused') throw error
      // Paid, or expired, a moment ago: its event says which.
      throw planErrors.checkout_running({ message: 'The checkout has just ended', cause: error })
    }
  }
  await deletePlanCheckout(deps.db, orgId, running.id)
}
