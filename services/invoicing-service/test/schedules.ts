import { afterAll, beforeEach } from 'vitest'
import { type Caller, createCustomer, type Harness, startHarness, toId } from './harness.ts'

export const plan = {
  name: 'Care',
  priceCents: 10_000,
  billingModel: 'recurring',
  interval: 'month',
}

/** Starts a harness for a test file. A run bills all orgs, so each test begins with nothing due. */
export async function schedulesSuite(): Promise<Harness> {
  const harness = await startHarness()
  afterAll(() => harness.stop())
  beforeEach(async () => {
    await harness.deps.db.updateTable('schedules').set({ status: 'cancelled' }).execute()
  })
  return harness
}

/** Runs `work` with the service's clock at another moment. */
export async function at<R>(harness: Harness, moment: string, work: () => Promise<R>): Promise<R> {
  harness.clock.offsetMs = new Date(moment).getTime() - Date.now()
  return work().finally(() => {
    harness.clock.offsetMs = 0
  })
}

/** Creates a schedule at `first`, its first date. Defaults to now. */
export async function aSchedule(
  harness: Harness,
  call: Caller,
  first?: string,
  offer: object = plan,
) {
  const customerId = await createCustomer(call)
  const offerId = toId(await call('POST', '/api/offers', offer))
  const create = () =>
    call('POST', '/api/invoicing/schedules', { customerId, offerId, vatRateBps: 2_000 })
  const id = toId(await (first === undefined ? create() : at(harness, first, create)))
  if (first !== undefined) {
    // Set to exactly `first`, because the clock advances during the request and the tests use whole
    // dates.
    const date = new Date(first)
    await harness.deps.db
      .updateTable('schedules')
      .set({ anchor_date: date, next_invoice_date: date })
      .where('id', '=', id)
      .execute()
  }
  return { id, customerId, offerId, path: `/api/invoicing/schedules/${id}` }
}

export const monthsAgo = (n: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString()
}

/** Returns a schedule's invoices, latest period first. */
export const readInvoices = async (call: Caller, id: string) =>
  (await call('GET', `/api/invoicing/schedules/${id}`)).body['invoices'] as unknown as Array<{
    id: string
    number: string
    status: string
    totalAmountCents: number
    source: string
    scheduleId: string
  }>
