import { commonErrors, planErrors } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { requireProcessor } from '../processor/processor.ts'
import type { EntitlementRow } from './entitlement.ts'
import { listEntitlements } from './entitlements.db.ts'

const rank = ({ status, created_at }: EntitlementRow): number =>
  created_at.getTime() + (status === 'active' ? 1e15 : 0)

/** The processor's page for the running subscription of the org, else for the last one and its invoices. */
export async function openPortal(deps: Deps, { principal }: Ctx): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  const { ENTITLEMENT_SELLER_ACCOUNT_ID: accountId, DASHBOARD_URL } = deps.config
  if (!accountId) throw commonErrors.not_configured({ message: 'Selling is not configured' })
  const rows = await listEntitlements(deps.db, principal.orgId)
  const bought = rows.filter(({ payments_customer_id: customer }) => customer !== null)
  const customerId = bought.toSorted((a, b) => rank(b) - rank(a))[0]?.payments_customer_id
  if (customerId == null) throw planErrors.no_subscription()
  return { url: await processor.portalUrl(accountId, customerId, `${DASHBOARD_URL}/settings/billing`) }
}
