import { expect } from 'vitest'
import { generateInvoices } from '../src/schedules/generate-invoices.ts'
import { type Caller, createCustomer, createDraft, toId } from './harness.ts'
import type { Killed } from './killed-at.ts'
import type { PaymentsHarness } from './payments-harness.ts'

type Moment = 'before' | 'after'

/** The calls of a finalization that reach the processor, in their order. */
export const steps = [
  'POST /v1/customers',
  'POST /v1/tax_rates',
  'POST /v1/invoices',
  'POST /v1/invoiceitems',
  // The total is checked before anything is finalized.
  'GET /v1/invoices/:id',
  '/finalize',
  '/send',
]
const isStep = (name: string, step: string): boolean => {
  const call = name.replace(/in_[a-f0-9]+/, ':id')
  return /^[A-Z]/.test(step) ? call === step : call.endsWith(step)
}

/** Returns the same user at another instance. */
export const twin = (harness: PaymentsHarness, call: Caller, url: string): Caller =>
  harness.as('admin', call.orgId, { userId: call.userId }, url)

/** Creates a schedule with a due period that is not billed yet. */
export async function aDueSchedule(call: Caller, customerId: string) {
  const offer = { name: 'Care', priceCents: 5_000, billingModel: 'recurring', interval: 'month' }
  const offerId = toId(await call('POST', '/api/offers', offer))
  const made = await call('POST', '/api/invoicing/schedules', { customerId, offerId })
  return `/api/invoicing/schedules/${toId(made)}`
}
/** Bills the org's due periods. */
export const bill = ({ deps }: PaymentsHarness, { orgId }: Caller) =>
  generateInvoices(deps, 100, undefined, orgId)

/** Creates a seller with a draft, and its finalization that ends at this step. */
export async function aFinalization(
  harness: PaymentsHarness,
  step: string,
  moment: Moment,
  headers: Record<string, string> = {},
) {
  const { call, accountId } = await harness.seller()
  const id = await createDraft(call, {
    lineItems: [
      { description: 'One', quantity: 1, unitAmountCents: 1_000 },
      { description: 'Two', quantity: 2, unitAmountCents: 333 },
    ],
  })
  const finalize = (by: Caller) => by('POST', `/api/invoicing/${id}/finalize`, undefined, headers)
  const killed: Killed = {
    accountId,
    isHit: (name, when) => when === moment && isStep(name, step),
    act: (url) => finalize(twin(harness, call, url)),
  }
  return { step, moment, call, accountId, id, finalize, killed }
}

/** Creates a seller whose failed period is billed again, until the issue of its invoice. */
export async function aRetriedPeriod(harness: PaymentsHarness, moment: Moment) {
  const { call, accountId } = await harness.seller()
  const customerId = await createCustomer(call, { currency: 'USD' })
  await call('PATCH', `/api/customers/${customerId}`, { currency: null })
  const path = await aDueSchedule(call, customerId)
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'USD' })
  expect(await bill(harness, call)).toMatchObject({
    failed: 1,
    failures: [{ code: 'currency_mismatch' }],
  })
  await call('PATCH', `/api/customers/${customerId}`, { currency: 'EUR' })
  const killed: Killed = {
    accountId,
    isHit: (name, when) => when === moment && name.endsWith('/finalize'),
    act: (url) => twin(harness, call, url)('POST', `${path}/retry`),
  }
  return { moment, call, accountId, path, killed }
}

/** Creates a seller whose offer is mirrored until its price is. */
export async function anOffer(harness: PaymentsHarness) {
  const { call, accountId } = await harness.seller()
  const create = (by: Caller) =>
    by(
      'POST',
      '/api/offers',
      { name: 'Plan', priceCents: 500, billingModel: 'one_off' },
      { 'idempotency-key': `offer-${call.orgId}` },
    )
  const killed: Killed = {
    accountId,
    isHit: (name, when) => name === 'POST /v1/prices' && when === 'before',
    act: (url) => create(twin(harness, call, url)),
  }
  return { call, create, killed }
}
