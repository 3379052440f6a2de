import type { Sandbox } from '@atrium/sandbox'
import pg from 'pg'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { submit } from './submit.ts'

/** A running platform with `ENTITLEMENT_SELLER_ACCOUNT_ID`, and its processor. */
export interface ShopPlace {
  baseUrl: string
  env: Readonly<Record<string, string>>
  sandbox: Sandbox
}

/**
 * Opens the operator's shop with the offer `pro`. The platform's configuration names the account
 * before its id exists.
 */
export async function openShop({ baseUrl, env, sandbox }: ShopPlace): Promise<void> {
  const { client } = await signUpNewcomer(baseUrl, 'operator')
  await submit((await client.payments.onboard()).url, { outcome: 'enable' })
  const { state, deliveries } = sandbox.payments
  const { accountId } = await client.payments.status()
  const held = state.accounts.get(accountId ?? '')
  const seller = env['ENTITLEMENT_SELLER_ACCOUNT_ID']
  if (held === undefined || seller === undefined) throw new Error('there is no account to sell on')
  await deliveries.settled()
  held.account.id = seller
  state.accounts.set(seller, held)
  const db = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await db.connect()
  await db.query('update invoicing.payment_accounts set account_id = $1 where account_id = $2', [
    seller,
    accountId,
  ])
  await db.end()
  await client.offers.create({
    body: {
      name: 'Pro',
      slug: 'pro',
      priceCents: 2_900,
      billingModel: 'recurring',
      interval: 'month',
    },
  })
}
