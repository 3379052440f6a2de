import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import {
  checkoutEntitlement,
  checkoutOffer,
  getGate,
  grantPermanent,
  openPortal,
} from './entitlements.ts'
import { endPlanCheckout } from './plan-checkout.ts'

export function entitlementRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const apart = { apart: true }
  mount(app, operations.getEntitlementGate, (call) => getGate(deps, call))
  mount(app, operations.checkoutEntitlement, { db, ...apart }, (call) =>
    checkoutEntitlement(deps, call, call.body.offerSlug),
  )
  mount(app, operations.endEntitlementCheckout, (call) => endPlanCheckout(deps, call))
  mount(app, operations.openBillingPortal, (call) => openPortal(deps, call))
  mount(app, operations.grantPermanentEntitlement, { db }, ({ params, tx }) =>
    grantPermanent(deps, params.orgId, tx),
  )
  mount(app, operations.checkoutOffer, { db, ...apart }, (call) => {
    const options = { email: call.body?.email ?? null, key: call.c.req.header('idempotency-key') }
    return checkoutOffer(deps, call, { path: call.params, options })
  })
}
