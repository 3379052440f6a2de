import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Effect } from '../payments/webhooks/effects.ts'
import { objectOf, SubscriptionObject } from '../payments/webhooks/event.ts'
import { accessOf, isFinal } from './entitlement.ts'

// A final statement ranks above whatever the clock says, so that the order of arrival does not matter.
const finalRank = 9_000_000_000_000

/**
 * Grants or ends an org's access by a subscription. Only of the operator's own account and for listed offers
 * (specification, "Authentication" 4). The newest statement stands; one that is final stands for good.
 */
export const applySubscription: Effect = async (deps, tx, event) => {
  const { config } = deps
  if (!config.ENTITLEMENT_SELLER_ACCOUNT_ID || event.account !== config.ENTITLEMENT_SELLER_ACCOUNT_ID) {
    return false
  }
  const subscription = objectOf(SubscriptionObject, event)
  const { org_id: orgId, offer_slug: slug } = subscription.metadata ?? {}
  if (orgId === undefined || slug === undefined) return false
  if (!config.ENTITLEMENT_OFFER_SLUGS.includes(slug)) return false
  const over = event.type === 'customer.subscription.deleted' || isFinal(subscription.status)
  const end = subscription.current_period_end ?? subscription.items?.data[0]?.current_period_end ?? null
  const said = {
    status: over ? ('ended' as const) : accessOf(subscription.status),
    until: end === null ? null : new Date(end * 1000),
    payments_customer_id: subscription.customer,
    event_created: over ? finalRank : event.created,
  }
  await tx
    .insertInto('entitlements')
    .values({
      id: newId('evt'),
      org_id: orgId,
      plan: 'pro',
      payments_subscription_id: subscription.id,
      ...said,
    })
    .onConflict((conflict) =>
      conflict
        .column('payments_subscription_id')
        .doUpdateSet(said)
        // Two statements of one second: the one that lasts longer, then the one that gives access.
        .where(
          sql<boolean>`(excluded.event_created, coalesce(excluded.until, '-infinity'), excluded.status = 'active')
            > (entitlements.event_created, coalesce(entitlements.until, '-infinity'), entitlements.status = 'active')`,
        ),
    )
    .execute()
  return true
}
