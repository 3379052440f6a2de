import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkoutEntitlement, getGate, grantPermanent } from './entitlements.ts'
import { endPlanCheckout } from './plan-checkout.ts'

/** Mounts the entitlements' operations. */
export function mountEntitlements(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getEntitlementGate, ({ principal }) => getGate(deps, principal))
  mount(
    app,
    operations.checkoutEntitlement,
    ({ c, principal, body }) =>
      checkoutEntitlement(deps, { principal }, body.offerSlug, c.req.header('idempotency-key')),
    deps.db,
    { apart: true },
  )
  mount(app, operations.endEntitlementCheckout, async ({ principal }) => {
    await endPlanCheckout(deps, principal)
    return undefined
  })
  mount(
    app,
    operations.grantPermanentEntitlement,
    ({ params, tx }) => grantPermanent(deps, params.orgId, tx),
    deps.db,
  )
}
