import { toId } from './harness.ts'
import { paymentsSuite, sellerAccount } from './payments-harness.ts'

/** Starts a payments harness with an operator that sells plans and credits. */
export async function plansSuite() {
  const { harness } = await paymentsSuite({
    env: {
      ENTITLEMENT_SELLER_ACCOUNT_ID: sellerAccount,
      ENTITLEMENT_OFFER_SLUGS: 'pro-plan,dear-plan,once-plan',
      CREDIT_TOPUP_OFFER_SLUGS: 'credits-10,credits-monthly',
    },
  })
  const { call: seller, accountId } = await harness.seller()
  const { accounts } = harness.sandbox.payments.state
  const held = accounts.get(accountId)
  if (held === undefined) throw new Error('the account is missing')
  // The configuration names the seller's account before the account exists here.
  held.account.id = sellerAccount
  accounts.set(sellerAccount, held)
  await harness.deps.db
    .updateTable('payment_accounts')
    .set({ account_id: sellerAccount })
    .where('org_id', '=', seller.orgId)
    .execute()
  const recurring = { priceCents: 900, billingModel: 'recurring', interval: 'month' }
  const offers = [
    { name: 'Pro', slug: 'pro-plan', ...recurring },
    { name: 'Dear', slug: 'dear-plan', ...recurring },
    { name: 'Once', slug: 'once-plan', priceCents: 900, billingModel: 'one_off' },
    { name: '10,000 credits', slug: 'credits-10', priceCents: 1_000, billingModel: 'one_off' },
    { name: 'Credits', slug: 'credits-monthly', ...recurring },
  ]
  const [planId = ''] = await Promise.all(
    offers.map(async (offer) => toId(await seller('POST', '/api/offers', offer))),
  )
  return { harness, seller, sellerSlug: harness.name(seller.orgId), planId }
}
