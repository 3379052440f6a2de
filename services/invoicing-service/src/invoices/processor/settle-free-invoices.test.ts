import { afterAll, afterEach, expect, test } from 'vitest'
import { type Caller, createDraft, startHarness, toId } from '../../../test/harness.ts'
import { settleFreeInvoices } from './settle-free-invoices.ts'

// A long interval, so only the tests start rounds.
const harness = await startHarness({ settleEveryMs: 3_600_000 })
afterEach(() => {
  harness.clock.offsetMs = 0
})
afterAll(() => harness.stop())

const free = { lineItems: [{ description: 'Free', quantity: 1, unitAmountCents: 0 }] }

const issueInvoice = async (call: Caller, more: object = {}): Promise<string> =>
  toId(await call('POST', `/api/invoicing/${await createDraft(call, more)}/finalize`))

test('marks an invoice as paid once if its total is zero, and leaves others open', async () => {
  const call = harness.as('admin')
  const id = await issueInvoice(call, free)
  const other = await issueInvoice(call)
  await Promise.all([1, 2, 3].map(() => settleFreeInvoices(harness.deps)))
  expect((await call('GET', `/api/invoicing/${id}`)).body).toMatchObject({
    status: 'paid',
    paidAt: expect.any(String),
  })
  expect((await call('GET', `/api/invoicing/${other}`)).body['status']).toBe('open')
  const { items } = (await call('GET', `/api/invoicing/${id}/timeline`)).body as unknown as {
    items: Array<{ kind: string; body: string }>
  }
  expect(items.filter(({ kind }) => kind === 'paid')).toMatchObject([
    { body: 'Nothing had to be paid' },
  ])
})

test('does not count an invoice as overdue in list and summary if its total is zero', async () => {
  const call = harness.as('admin')
  await issueInvoice(call, free)
  await issueInvoice(call)
  harness.clock.offsetMs = 40 * 86_400_000
  expect((await call('GET', '/api/invoicing?overdue=true')).body['total']).toBe(1)
  expect((await call('GET', '/api/invoicing/summary')).body['counts']).toMatchObject({
    open: 2,
    overdue: 1,
  })
})
