import { commonErrors } from '@atrium/contracts'
import type { Deps } from '../deps.ts'

/** The org that sells plans and credits: the one with the operator's own account. */
export async function findSellerOrg(deps: Pick<Deps, 'db' | 'config'>): Promise<string | undefined> {
  const accountId = deps.config.ENTITLEMENT_SELLER_ACCOUNT_ID
  if (!accountId) return undefined
  const row = await deps.db
    .selectFrom('payment_accounts')
    .select('org_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.org_id
}

/** The same; throws `not_configured` (400) while there is none. */
export async function sellerOrg(deps: Pick<Deps, 'db' | 'config'>): Promise<string> {
  const orgId = await findSellerOrg(deps)
  if (orgId === undefined) throw commonErrors.not_configured({ message: 'Selling is not configured' })
  return orgId
}
