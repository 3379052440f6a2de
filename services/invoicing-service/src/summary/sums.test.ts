import { inTransaction } from '@atrium/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Caller, createCustomer, createDraft } from '../../test/harness.ts'
import { schedulesSuite } from '../../test/schedules.ts'
import { foldInvoiceSums } from './fold-sums.ts'
import { foldSums } from './sums.db.ts'

const harness = await schedulesSuite()
const { db } = harness.deps

/** A finalized invoice of a customer, paid, voided, credited or left open. */
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

const items = async (call: Caller, query: string) =>
  (await call('GET', `/api/invoicing/summary?${query}`)).body['items']

/** The kept sums equal those of the invoices; a period that begins within a month is counted. */
async function expectExact(call: Caller): Promise<void> {
  for (const by of ['month', 'customer', 'offer']) {
    const counted = await items(call, `by=${by}&from=2000-01-02`)
    expect(await items(call, `by=${by}`)).toEqual(counted)
    expect(counted).not.toEqual([])
  }
}

test('concurrent changes and folds leave sums that are exactly those of the invoices', async () => {
  const call = harness.as('admin')
  const customers = [await createCustomer(call), await createCustomer(call)]
  const ends = Array.from({ length: 20 }, (_, n) => n % 5)
  await Promise.all([
    ...ends.map((end, n) => issue(call, customers[n % 2] ?? '', end)),
    ...ends.map(() => foldInvoiceSums(harness.deps)),
  ])
  await createDraft(call, { customerId: customers[0] })
  await expectExact(call)
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({
    paidCents: 4 * 200 + 4 * (500 - 70),
    outstandingCents: 4 * 100 + 4 * 350,
    counts: { draft: 1, open: 8, paid: 8, void: 4, uncollectible: 0, overdue: 0 },
  })
  expect(await items(call, 'by=month')).toMatchObject([{ count: 16, creditedCents: 4 * 50 + 4 * 100 }])
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(21)
  expect((await call('GET', '/api/invoicing?status=void')).body['total']).toBe(4)
})

test('a fold leaves one row of a place that has invoices, and none of one without', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call)
  for (const end of [0, 1, 2]) await issue(call, customerId, end)
  await foldInvoiceSums(harness.deps)
  const rows = await db.selectFrom('invoice_sums').selectAll().where('org_id', '=', call.orgId).execute()
  const places = rows.map(({ kind, status, n }) => `${kind} ${status} ${n}`).toSorted()
  expect(places).toEqual(
    ['customer open 1', 'customer paid 1', 'offer open 1', 'offer paid 1']
      .concat(['month open 1', 'month paid 1', 'month void 1'])
      .toSorted(),
  )
  await expectExact(call)
})

test('a fold that is rolled back leaves the sums as they were, and a rolled-back change adds nothing', async () => {
  const call = harness.as('admin')
  await issue(call, await createCustomer(call), 0)
  const undone = new Error('undone')
  const undo = inTransaction(db, undefined, async (tx) => {
    await foldSums(tx, 1_000)
    await sql`update invoices set status = 'paid' where org_id = ${call.orgId}`.execute(tx)
    throw undone
  })
  await expect(undo).rejects.toBe(undone)
  await expectExact(call)
  expect((await call('GET', '/api/invoicing/summary')).body).toMatchObject({
    outstandingCents: 100,
    paidCents: 0,
  })
})

test('the sums of an org go with its invoices', async () => {
  const call = harness.as('admin')
  await issue(call, await createCustomer(call), 0)
  await sql`delete from invoice_history where org_id = ${call.orgId}`.execute(db)
  await sql`delete from invoices where org_id = ${call.orgId}`.execute(db)
  expect((await call('GET', '/api/invoicing')).body['total']).toBe(0)
  await foldInvoiceSums(harness.deps)
  const left = await db.selectFrom('invoice_sums').select('n').where('org_id', '=', call.orgId).execute()
  expect(left).toEqual([])
})
