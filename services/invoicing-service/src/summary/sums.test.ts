import { expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft } from '../../test/harness.ts'
import { schedulesSuite } from '../../test/schedules.ts'

const harness = await schedulesSuite()

/** Finalizes an invoice of a customer and pays it, voids it, credits it or leaves it open. */
async function issue(call: Caller, customerId: string, end: number): Promise<void> {
  const unitAmountCents = 100 * (end + 1)
  const lineItems = [{ description: 'x', quantity: 1, unitAmountCents }]
  const id = await createDraft(call, { customerId, lineItems, vatRateBps: 0 })
  const path = `/api/invoicing/${id}`
  await call('POST', `${path}/finalize`)
  const paidAt = new Date().toISOString()
  if (end === 1) await call('POST', `${path}/mark-paid`, { paidAt, method: 'cash' })
  if (end === 2) await call('POST', `${path}/void`)
  if (end === 3) await call('POST', `${path}/credit-notes`, { amountCents: 50, reason: 'x' })
  if (end === 4) {
    await call('POST', `${path}/credit-notes`, { amountCents: 70, reason: 'x' })
    await call('POST', `${path}/mark-paid`, { paidAt, method: 'cash' })
    await call('POST', `${path}/credit-notes`, { amountCents: 30, reason: 'x' })
  }
}

const items = async (call: Caller, query: string) => {
  const { body } = await call('GET', `/api/invoicing/summary?${query}`)
  return body['items'] as unknown as { key: string; count: number }[]
}

test('adds up invoices in every status, with their credit notes and payments', async () => {
  const call = harness.as('admin')
  const customers = [await createCustomer(call), await createCustomer(call)]
  const ends = Array.from({ length: 20 }, (_, n) => n % 5)
  await Promise.all(ends.map((end, n) => issue(call, customers[n % 2] ?? '', end)))
  await createDraft(call, { customerId: customers[0] })
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({
    paidCents: 4 * 200 + 4 * (500 - 70),
    outstandingCents: 4 * 100 + 4 * 350,
    counts: { draft: 1, open: 8, paid: 8, void: 4, uncollectible: 0, overdue: 0 },
  })
  const sums = { count: 16, creditedCents: 4 * 50 + 4 * 100 }
  expect(await items(call, 'by=month')).toMatchObject([sums])
  expect(await items(call, 'by=offer')).toMatchObject([{ key: 'none', ...sums }])
  const byCustomer = await items(call, 'by=customer')
  expect(byCustomer.map(({ key, count }) => [key, count]).toSorted()).toEqual(
    customers.map((id) => [id, 8]).toSorted(),
  )
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(21)
  expect((await call('GET', '/api/invoicing?status=void')).body['total']).toBe(4)
})
