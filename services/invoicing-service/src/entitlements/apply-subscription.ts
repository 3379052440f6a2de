import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Effect } from '../payments/webhooks/effects.ts'
import { objectOf, SubscriptionObject } from '../payments/webhooks/event.ts'
import { accessOf, isFinal } from './entitlement.ts'
import { deletePlanCheckout } from './plan-checkouts.db.ts'

// A final statement ranks above whatever the clock says, so that the order of arrival does not matter.
const finalRank = 9_000_000_000_000

/**
 * Grants or ends an org's access by a subscription. Only of the operator's own account and for listed offers
 * (docs/reference/invoicing.md, "Entitlements and credits"); a known subscription ends whatever its metadata says. The newest statement
 * stands; one that is final stands for good.
 */
export const applySubscription: Effect = async (deps, tx, event) => {
  const { config } = deps
  if (!config.ENTITLEMENT_SELLER_ACCOUNT_ID || event.account !== config.ENTITLEMENT_SELLER_ACCOUNT_ID) {
    return false
  }
  const subscription = objectOf(SubscriptionObject, event)
  const { status } = subscription
  const over = event.type === 'customer.subscription.deleted' || isFinal(status ?? '')
  if (!over && status == null) return false
  const access = over ? ('ended' as const) : accessOf(status ?? '')
  const { org_id: named, offer_slug: slug } = subscription.metadata ?? {}
  const listed = slug !== undefined && config.ENTITLEMENT_OFFER_SLUGS.includes(slug)
  const orgId = listed && named !== undefined ? named : await holderOf(tx, subscription.id)
  if (orgId === undefined || (access === 'active' && slug !== undefined && !listed)) return false
  const end = subscription.current_period_end ?? subscription.items?.data[0]?.current_period_end ?? null
  // Of two statements of one second a beginning is the earlier; else the later to come stands, or lasts longer.
  const beginning = event.type === 'customer.subscription.created' || status === 'incomplete'
  const said = {
    status: access,
    ...(end === null ? {} : { until: new Date(end * 1000) }),
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
        .where(
          sql<boolean>`excluded.event_created > entitlements.event_created or (
            excluded.event_created = entitlements.event_created and ${!beginning} and (
              excluded.status <> entitlements.status
              or coalesce(excluded.until, '-infinity') > coalesce(entitlements.until, '-infinity')))`,
        ),
    )
    .execute()
  // From here on the entitlement keeps another checkout away.
  if (access === 'active') await deletePlanCheckout(tx, orgId)
  return true
}

/** The org that has access, or had it, by a subscription. */
async function holderOf(tx: Transaction, subscriptionId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('entitlements')
    .select('org_id')
    .where('payments_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return row?.org_id
}
