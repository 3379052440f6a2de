import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkInvoice } from './check-invoice.ts'
import { readSetUp } from './read-set-up.ts'
import { listVatRates } from './vat-rates.ts'

/** Mounts the invoicing set-up. Must be mounted before `/api/invoicing/:id`. */
export function setUpRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getInvoicingSetUp, (call) => readSetUp(deps, call))
  mount(app, operations.listVatRates, (call) => listVatRates(deps, call, call.query))
  mount(app, operations.checkInvoice, (call) => checkInvoice(deps, call, call.params.id))
}
