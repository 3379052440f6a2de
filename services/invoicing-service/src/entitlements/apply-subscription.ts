import { type Effect, readObject, SubscriptionObject } from '../processor/event.ts'
import { auditPlan } from './audit-plan.ts'
import { isFinal, toAccess } from './entitlement.ts'
import { findBySubscription, lockOrg, putSubscription } from './entitlements.db.ts'
import { deleteCheckoutOfSubscription, deletePlanCheckout } from './plan-checkouts.db.ts'

/**
 * Returns the end of the period or of the subscription, whichever is earlier, in seconds since
 * 1970.
 */
function findEnd({
  cancel_at: ends,
  current_period_end: own,
  items,
}: SubscriptionObject): number | null {
  const period = own ?? items?.data[0]?.current_period_end ?? null
  return period !== null && ends != null && ends < period ? ends : period
}

// A final event ranks above every timestamp, so the order of arrival does not matter.
const finalRank = 9_000_000_000_000

/**
 * Grants or ends access when a subscription of the operator's account for a listed offer changes. A
 * stored subscription can end without metadata. The newest event wins, and a final one is never
 * replaced.
 */
export const applySubscription: Effect = async ({ config, newId }, tx, event) => {
  if (
    !config.ENTITLEMENT_SELLER_ACCOUNT_ID ||
    event.account !== config.ENTITLEMENT_SELLER_ACCOUNT_ID
  ) {
    return false
  }
  const subscription = readObject(SubscriptionObject, event)
  const { status } = subscription
  const isOver = event.type === 'customer.subscription.deleted' || isFinal(status ?? '')
  if (!isOver && status == null) return false
  const access = isOver ? 'ended' : toAccess(status ?? '')
  const { org_id: named, user_id: buyerId, offer_slug: slug } = subscription.metadata ?? {}
  const isListed = slug !== undefined && config.ENTITLEMENT_OFFER_SLUGS.includes(slug)
  const orgId =
    isListed && named !== undefined
      ? named
      : (await findBySubscription(tx, subscription.id))?.org_id
  if (orgId === undefined || (access === 'active' && slug !== undefined && !isListed)) return false
  const end = findEnd(subscription)
  // One event of an org at a time, because each is compared with the previous one.
  await lockOrg(tx, orgId)
  const before = await findBySubscription(tx, subscription.id)
  const after = await putSubscription(
    tx,
    { id: newId('evt'), org_id: orgId, plan: 'pro', payments_subscription_id: subscription.id },
    {
      status: access,
      payments_status: status ?? 'canceled',
      ...(end === null ? {} : { until: new Date(end * 1000) }),
      payments_customer_id: subscription.customer,
      event_created: isOver ? finalRank : event.created,
    },
    event.type === 'customer.subscription.created' || status === 'incomplete',
  )
  if (after !== undefined) await auditPlan(tx, before, after, { slug, buyerId })
  // From here on the entitlement itself prevents another checkout. If the entitlement ended, a new
  // checkout is allowed.
  if (access === 'active') await deletePlanCheckout(tx, orgId)
  if (isOver) await deleteCheckoutOfSubscription(tx, event.account, subscription.id)
  return true
}
