import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type Caller, createDraft, startHarness, toId, toRefusal } from '../../../test/harness.ts'

const harness = await startHarness({ env: { ACCOUNTING_ENABLED: 'true' } })
afterAll(() => harness.stop())

const day = '2026-11-20'

/** Creates an open invoice of 300.00 net and 60.00 VAT. */
async function openInvoice(call: Caller = harness.as('admin')) {
  const id = await createDraft(call)
  await call('POST', `/api/invoicing/${id}/finalize`)
  const path = `/api/invoicing/${id}`
  return {
    call,
    path,
    pay: (amountCents: number, more: object = {}, headers: Record<string, string> = {}) =>
      call(
        'POST',
        `${path}/payments`,
        { amountCents, paidAt: day, method: 'transfer', ...more },
        headers,
      ),
    undo: (paymentId: string) => call('DELETE', `${path}/payments/${paymentId}`),
    credit: (wish: object) => call('POST', `${path}/credit-notes`, { reason: 'Returned', ...wish }),
    read: async () => (await call('GET', path)).body,
    list: async () => (await call('GET', `${path}/payments`)).body,
  }
}

test('records part payments, and the invoice is paid when nothing is due', async () => {
  const { call, path, pay, read, list } = await openInvoice()
  const first = await pay(10_000, { reference: 'A 1' })
  expect([first.status, first.body]).toMatchObject([
    201,
    { amountCents: 10_000, paidAt: day, method: 'transfer', reference: 'A 1', source: 'recorded' },
  ])
  expect(first.headers.get('location')).toBe(`${path}/payments/${toId(first)}`)
  expect(await read()).toMatchObject({ status: 'open', paidCents: 10_000, amountDueCents: 26_000 })
  const summary = async () => (await call('GET', '/api/invoicing/summary')).body
  expect(await summary()).toMatchObject({ paidCents: 10_000, outstandingCents: 26_000 })
  const last = await pay(26_000, { method: 'cash' })
  expect(last.status).toBe(201)
  expect(await read()).toMatchObject({ status: 'paid', paidCents: 36_000, amountDueCents: 0 })
  expect(await summary()).toMatchObject({ paidCents: 36_000, outstandingCents: 0 })
  expect(await list()).toMatchObject({
    total: 2,
    items: [{ id: toId(last), method: 'cash' }, { id: toId(first) }],
  })
  const { body } = await call('GET', `${path}/timeline?sortDir=asc`)
  expect(body['items']).toMatchObject([
    { kind: 'drafted' },
    { kind: 'opened' },
    { kind: 'payment_recorded', detail: { amountCents: 10_000, reference: 'A 1' } },
    { kind: 'paid', detail: { method: 'cash' } },
  ])
})

test('keeps the day of a payment when the organisation has moved to another time zone', async () => {
  const { call, path, pay, list } = await openInvoice()
  harness.configure(call.orgId, { timezone: 'Europe/Berlin' })
  expect((await pay(10_000)).body).toMatchObject({ paidAt: day })
  // 23:30 in UTC is the next day in Berlin.
  const late = await pay(6_000, { paidAt: `${day}T23:30:00.000Z` })
  expect(late.body).toMatchObject({ paidAt: '2026-11-21' })
  await call('POST', `${path}/mark-paid`, { paidAt: day, method: 'cash', reference: null })
  expect((await list())['items']).toMatchObject([
    { paidAt: day, method: 'cash' },
    { paidAt: '2026-11-21' },
    { paidAt: day },
  ])
})

test('rejects a payment above what is due, in the future, or of an invoice that is not open', async () => {
  const { call, pay } = await openInvoice()
  expect(toRefusal(await pay(36_001))).toEqual([422, 'exceeds_amount_due'])
  expect(toRefusal(await pay(100, { paidAt: '2999-01-01' }))).toEqual([422, 'paid_in_future'])
  const tonight = `${new Date().toISOString().slice(0, 10)}T23:59:59.999Z`
  expect((await pay(100, { paidAt: tonight })).status).toBe(201)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(toRefusal(await pay(100, { paidAt: tomorrow }))).toEqual([422, 'paid_in_future'])
  const bad = [
    { amountCents: 0 },
    { amountCents: 1.5 },
    { method: 'barter' },
    { paidAt: '2026-02-30' },
  ]
  for (const more of bad) expect((await pay(100, more)).status).toBe(400)
  const draft = await createDraft(call)
  const body = { amountCents: 1, paidAt: day, method: 'card' }
  const refused = await call('POST', `/api/invoicing/${draft}/payments`, body)
  expect(toRefusal(refused)).toEqual([409, 'invoice_not_open'])
  await pay(35_900)
  expect(toRefusal(await pay(1))).toEqual([409, 'invoice_not_open'])
})

test('lets members read payments, and only owners and admins record and undo them', async () => {
  const { call, path, pay } = await openInvoice()
  const id = toId(await pay(100))
  const member = harness.as('member', call.orgId)
  expect((await member('GET', `${path}/payments`)).body['total']).toBe(1)
  const body = { amountCents: 1, paidAt: day, method: 'card' }
  expect((await member('POST', `${path}/payments`, body)).status).toBe(403)
  expect((await member('DELETE', `${path}/payments/${id}`)).status).toBe(403)
  const stranger = harness.as('owner')
  expect((await stranger('GET', `${path}/payments`)).status).toBe(404)
  expect((await stranger('POST', `${path}/payments`, body)).status).toBe(404)
  expect((await stranger('DELETE', `${path}/payments/${id}`)).status).toBe(404)
})

test('records a payment once when the request is repeated with its key', async () => {
  const { pay, list } = await openInvoice()
  const key = { 'idempotency-key': 'first' }
  const [first, again] = [await pay(500, {}, key), await pay(500, {}, key)]
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await list()).toMatchObject({ total: 1 })
})

test('never takes more than is due when two payments arrive at once', async () => {
  const { pay, read } = await openInvoice()
  const answers = await Promise.all([pay(20_000), pay(20_000), pay(36_000)])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(Number((await read())['paidCents'])).toBeLessThanOrEqual(36_000)
})

test('takes no more than is due when payments and credit notes arrive at once', async () => {
  const { call, pay, credit, read } = await openInvoice()
  await Promise.all([pay(20_000), credit({}), pay(16_000), credit({ amountCents: 9_000 }), pay(1)])
  const { status, ...invoice } = await read()
  const [paid = 0, credited = 0] = ['paidCents', 'creditedCents'].map((field) =>
    Number(invoice[field]),
  )
  // A note that comes after the payment of the whole is a refund.
  const due = Math.max(0, 36_000 - paid - credited)
  expect([paid <= 36_000, credited <= 36_000]).toEqual([true, true])
  expect([status, invoice['amountDueCents']]).toEqual([
    due === 0 && paid > 0 ? 'paid' : 'open',
    due,
  ])
  const { body } = await call('GET', '/api/invoicing/summary')
  expect(body).toMatchObject({ paidCents: paid, outstandingCents: due })
  expect(await receivable(call)).toBe(36_000 - paid - credited)
})

test('undoes a payment, and a paid invoice is open again', async () => {
  const { pay, undo, read, list } = await openInvoice()
  const [first, last] = [toId(await pay(10_000)), toId(await pay(26_000))]
  expect((await undo(last)).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'open', paidAt: null, amountDueCents: 26_000 })
  expect(toRefusal(await undo(last))).toEqual([404, 'not_found'])
  expect((await undo(first)).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'open', paidCents: 0, amountDueCents: 36_000 })
  expect(await list()).toMatchObject({ total: 0, items: [] })
})

test('records mark-paid as a payment of the rest', async () => {
  const { call, path, pay, undo, list } = await openInvoice()
  await pay(6_000)
  const paid = { paidAt: day, method: 'bank_transfer', reference: 'R' }
  expect((await call('POST', `${path}/mark-paid`, paid)).body).toMatchObject({ status: 'paid' })
  const { items } = (await list()) as unknown as { items: { id: string }[] }
  expect(items[0]).toMatchObject({ amountCents: 30_000, method: 'transfer', reference: 'R' })
  expect((await undo(items[0]?.id ?? '')).status).toBe(204)
  await call('POST', `${path}/mark-paid`, { ...paid, method: 'in kind' })
  expect((await list())['items']).toMatchObject([{ method: 'other' }, { amountCents: 6_000 }])
})

test('lists and undoes a payment that an earlier release recorded during a deployment', async () => {
  const { call, path, pay, undo, read, list } = await openInvoice()
  await pay(6_000)
  const paid = { paidAt: day, method: 'bank_transfer', reference: 'R' }
  await call('POST', `${path}/mark-paid`, paid)
  // The earlier release stored no payment and did not add it up.
  const id = path.slice(path.lastIndexOf('/') + 1)
  const { db } = harness.deps
  await db
    .deleteFrom('invoice_payments')
    .where('invoice_id', '=', id)
    .where('closing', '=', true)
    .execute()
  await db.updateTable('invoices').set({ recorded_cents: 6_000 }).where('id', '=', id).execute()
  const { items } = (await list()) as unknown as { items: { id: string }[] }
  expect(items).toMatchObject([
    { amountCents: 30_000, paidAt: day, method: 'transfer', reference: 'R', source: 'recorded' },
    { amountCents: 6_000 },
  ])
  expect((await undo(items[0]?.id ?? '')).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'open', paidCents: 6_000, amountDueCents: 30_000 })
  expect(await list()).toMatchObject({ total: 1 })
  expect(toRefusal(await undo(items[0]?.id ?? ''))).toEqual([404, 'not_found'])
})

test('refuses to void or reset an invoice with payments', async () => {
  const { call, path, pay, undo } = await openInvoice()
  const id = toId(await pay(100))
  for (const step of ['void', 'reset'])
    expect(toRefusal(await call('POST', `${path}/${step}`))).toEqual([409, 'invoice_carries_value'])
  await undo(id)
  expect((await call('POST', `${path}/void`)).body).toMatchObject({ status: 'void' })
})

test('closes a partly paid invoice when a credit note covers the rest', async () => {
  const { pay, credit, read } = await openInvoice()
  await pay(30_000)
  expect(toRefusal(await credit({ amountCents: 6_001 }))).toEqual([409, 'exceeds_invoice'])
  expect((await credit({})).body).toMatchObject({ totalAmountCents: 6_000 })
  expect(await read()).toMatchObject({
    status: 'paid',
    paidCents: 30_000,
    creditedCents: 6_000,
    amountDueCents: 0,
  })
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constant('credit' as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant('undo' as const), amount: fc.nat(20) }),
)

/** Adds up the customers account of the journal, as the organisation's only receivable. */
async function receivable(call: Caller): Promise<number> {
  const month = new Date(harness.clock.now()).toISOString().slice(0, 7)
  const query = `month=${month}&currency=EUR&format=fec`
  const { text } = await call('GET', `/api/accounting/export?${query}`)
  const cents = (cell = '0') => Math.round(Number(cell.replace(',', '.')) * 100)
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter((cells) => cells[4]?.startsWith('411'))
    .reduce((sum, cells) => sum + cents(cells[11]) - cents(cells[12]), 0)
}

describe('random payments, credit notes and undos', () => {
  test('keep paid, due and the journal equal to what was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const { call, pay, credit, undo, read } = await openInvoice()
        const payments: { id: string; amount: number }[] = []
        let credited = 0
        for (const { kind, amount } of steps) {
          if (kind === 'pay') {
            const answer = await pay(amount)
            if (answer.status === 201) payments.push({ id: toId(answer), amount })
          } else if (kind === 'credit') {
            if ((await credit({ amountCents: amount })).status === 201) credited += amount
          } else if (payments.length > 0) {
            const [gone] = payments.splice(amount % payments.length, 1)
            expect((await undo(gone?.id ?? '')).status).toBe(204)
          }
          const paid = payments.reduce((sum, each) => sum + each.amount, 0)
          const rest = 36_000 - credited - paid
          const isPaid = rest <= 0 && paid > 0
          expect(await read()).toMatchObject({
            status: isPaid ? 'paid' : 'open',
            paidCents: paid,
            creditedCents: credited,
            amountDueCents: Math.max(0, rest),
          })
          expect(await receivable(call)).toBe(rest)
          const { body } = await call('GET', '/api/invoicing/summary')
          expect(body).toMatchObject({ paidCents: paid, outstandingCents: Math.max(0, rest) })
        }
      }),
      { numRuns: 12 },
    )
  })
})
