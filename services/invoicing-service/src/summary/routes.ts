import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { breakDownInvoices } from './breakdown.ts'
import { summariseInvoices } from './summarise.ts'

/** Mounts the invoice summary. Must be mounted before `/api/invoicing/:id`. */
export function summaryRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.summariseInvoices, (call) => {
    const { by, ...period } = call.query
    return by === undefined
      ? summariseInvoices(deps.db, call.principal.orgId, deps.now())
      : breakDownInvoices(deps, call, { by, query: period })
  })
}
