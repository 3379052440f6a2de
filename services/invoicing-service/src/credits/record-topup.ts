import { newId } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { SessionObject } from '../payments/webhooks/event.ts'
import { creditsPerCent, priceOfTopupSlug } from './credit-rules.ts'

/**
 * Mints the credits of a paid top-up, once per session; false when the session is not one. Only sales of the
 * operator's own account and of listed slugs mint.
 */
export async function recordTopup(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  accountId: string,
  session: SessionObject,
): Promise<boolean> {
  const { config } = deps
  const { purpose, user_id: userId, offer_slug: slug } = session.metadata ?? {}
  if (purpose !== 'credits' || userId === undefined || slug === undefined) return false
  if (accountId !== config.ENTITLEMENT_SELLER_ACCOUNT_ID) return false
  if (!config.CREDIT_TOPUP_OFFER_SLUGS.includes(slug)) return false
  const amount =
    (session.amount_subtotal ?? session.amount_total ?? priceOfTopupSlug(slug) ?? 0) * creditsPerCent
  await tx
    .insertInto('credit_transactions')
    .values({
      id: newId('evt'),
      user_id: userId,
      kind: 'topup',
      amount,
      description: `Top-up ${slug}`,
      payments_session_id: session.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}
