import { disconnectPayments, getPaymentsStatus, onboardPayments } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { disconnect, getStatus, onboard } from './connect-account.ts'

export function accountRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getPaymentsStatus, (call) => getStatus(deps, call))
  mount(app, onboardPayments, { db: deps.db, apart: true }, (call) => onboard(deps, call))
  mount(app, disconnectPayments, (call) => disconnect(deps, call))
}
