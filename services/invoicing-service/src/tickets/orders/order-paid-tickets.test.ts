import type { TicketOrder } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toId, toRefusal } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/mails.ts'
import { paidTicketsSuite } from '../../../test/paid-tickets.ts'
import { aHappening, newAddress, order, readSeats } from '../../../test/tickets.ts'
import { event, post } from '../../../test/webhooks.ts'
import { orderTickets } from './order-tickets.ts'
import { expireOrders } from './pending-orders.ts'
import { pruneTicketPayments } from './ticket-payments.ts'

const { harness, anOffer, onSale, toSession, paidSession, pay, readTickets } =
  await paidTicketsSuite()
const { deliveries } = harness.sandbox.payments

test('holds the seats and returns the payment URL', async () => {
  const selling = await onSale()
  const email = newAddress()
  const answer = await order(harness, selling, { quantity: 3, email })
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^ord_/),
      checkoutUrl: expect.any(String),
      expiresAt: expect.any(String),
    },
  ])
  const session = toSession(selling, answer)
  expect(session).toMatchObject({
    amount_total: 3_750,
    currency: 'eur',
    customer_email: email,
    metadata: { ticket_order: toId(answer), offer_id: selling.offerId },
  })
  expect(new Date(session.expires_at * 1_000).getTime()).toBe(
    Math.floor(Date.parse(String(answer.body['expiresAt'])) / 1_000) * 1_000,
  )
  expect(session.expires_at - session.created).toBeGreaterThanOrEqual(1_800)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 3 })
  expect(await readTickets(selling)).toEqual([])
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([
    { priceCents: 1_250, currency: 'EUR', available: 7, orderable: true },
  ])
  expect(JSON.stringify(shown.body)).not.toContain(selling.offerId)
})

test('issues and mails the tickets once when the payment is reported several times', async () => {
  const selling = await onSale()
  const email = newAddress()
  const answer = await order(harness, selling, { quantity: 2, email })
  deliveries.switches.duplicates = 2
  await pay(answer)
  const session = paidSession(selling, answer)
  await post(
    harness,
    'offers',
    event('checkout.session.async_payment_succeeded', selling.accountId, session),
  )
  await post(harness, 'offers', event('checkout.session.completed', selling.accountId, session))
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 0 })
  expect(await readTickets(selling)).toMatchObject([
    { name: 'Ada', email },
    { name: 'Ada', email },
  ])
  await eventually(async () => {
    const mails = await mailsTo(harness, email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your tickets: Open day'])
  })
  const invoices = await selling.call('GET', '/api/invoicing?status=paid')
  expect(invoices.body['items']).toMatchObject([
    { totalAmountCents: 2_500, offerId: selling.offerId },
  ])
})

test('issues the tickets when the process ended before it stored the session', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await harness.deps.db
    .updateTable('ticket_payments')
    .set({ session_id: null, account_id: null })
    .where('order_id', '=', toId(answer))
    .execute()
  await pay(answer)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
})

test('rolls the tickets back when recording the payment fails and issues them with the next delivery', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  const body = event('checkout.session.completed', selling.accountId, paidSession(selling, answer))
  const { db } = harness.deps
  await sql`alter table tickets add constraint blocked check (false) not valid`.execute(db)
  expect((await post(harness, 'offers', body)).status).toBe(500)
  await sql`alter table tickets drop constraint blocked`.execute(db)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  expect((await post(harness, 'offers', body)).status).toBe(200)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  expect(await readTickets(selling)).toHaveLength(1)
})

test('opens one session when a request is repeated under its idempotency key', async () => {
  const selling = await onSale()
  const email = newAddress()
  const key = { 'idempotency-key': email }
  const answers = await Promise.all([1, 2, 3].map(() => order(harness, selling, { email }, key)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  const other = await order(harness, selling, { email, quantity: 2 }, key)
  expect(toRefusal(other)).toEqual([409, 'idempotency_key_reused'])
})

test.each(['checkout.session.expired', 'checkout.session.async_payment_failed'])(
  'frees the seats when the processor reports %s',
  async (type) => {
    const selling = await onSale(1)
    const answer = await order(harness, selling)
    expect(toRefusal(await order(harness, selling))).toEqual([409, 'sold_out'])
    await post(harness, 'offers', event(type, selling.accountId, toSession(selling, answer)))
    expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
    expect((await order(harness, selling)).status).toBe(201)
  },
)

test('frees the seats without an event when the time to pay and to report it has passed', async () => {
  const selling = await onSale(1)
  const answer = await order(harness, selling)
  harness.clock.offsetMs = Date.parse(String(answer.body['expiresAt'])) - Date.now() + 60_000
  await expireOrders(harness.deps)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  harness.clock.offsetMs += 30 * 60_000
  await expireOrders(harness.deps)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
  harness.clock.offsetMs += 4 * 86_400_000
  await pruneTicketPayments(harness.deps)
  const left = await harness.deps.db
    .selectFrom('ticket_payments')
    .select('order_id')
    .where('order_id', '=', toId(answer))
    .execute()
  expect(left).toEqual([])
})

test('holds no seats when the organisation has no payments account', async () => {
  const call = harness.as('admin')
  const offerId = await anOffer(call)
  const selling = await aHappening(harness, { name: 'Trip', capacity: 1, offerId }, {}, call)
  const refused = await order(harness, selling)
  expect(toRefusal(refused)).toEqual([409, 'charges_not_enabled'])
  expect(refused.body['detail']).toMatch(/^This cannot be bought online right now/)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
})

test('frees the seats when the processor fails to open the session', async () => {
  const selling = await onSale(1)
  harness.sandbox.payments.faults.add({
    match: 'POST /v1/checkout/sessions',
    kind: 'status',
    status: 402,
  })
  expect((await order(harness, selling)).status).toBeGreaterThanOrEqual(400)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
  harness.sandbox.payments.faults.clear()
  expect((await order(harness, selling)).status).toBe(201)
})

const checkout = 'POST /v1/checkout/sessions'

test('keeps the seats when a repeated request fails after the first one returned its URL', async () => {
  const selling = await onSale()
  const email = newAddress()
  const key = { 'idempotency-key': email }
  const first = await order(harness, selling, { email }, key)
  // The process ended before it stored the response.
  await harness.deps.db.deleteFrom('idempotency_keys').where('key', '=', email).execute()
  harness.sandbox.payments.faults.add({ match: checkout, kind: 'status', status: 402 })
  expect(toRefusal(await order(harness, selling, { email }, key))).toEqual([
    422,
    'processor_refused',
  ])
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  await pay(first)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
})

test('keeps the seats when the first request fails after a repeated one returned its URL', async () => {
  const selling = await onSale()
  const email = newAddress()
  const [orgSlug = '', slug = ''] = selling.path.split('/').slice(-2)
  const input = { ticketTypeId: selling.typeId, quantity: 1, name: 'Ada', email }
  const repeated: Array<Promise<TicketOrder>> = []
  harness.sandbox.payments.faults.add({ match: checkout, kind: 'status', status: 402 })
  harness.watch.observe = async (call) => {
    if (call !== checkout || repeated.length > 0) return
    // Another instance of the service handles the repeated request.
    const visitor = { client: undefined, key: email, settle: async () => {} }
    repeated.push(orderTickets(harness.deps, visitor, { address: { orgSlug, slug }, input }))
    await repeated[0]
  }
  const first = await order(harness, selling, { email }, { 'idempotency-key': email })
  expect(toRefusal(first)).toEqual([422, 'processor_refused'])
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  await pay({ body: { ...(await repeated[0]) } })
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
})

test('returns no payment URL when the order expired while its session was opened', async () => {
  const selling = await onSale()
  const email = newAddress()
  const key = { 'idempotency-key': email }
  harness.watch.observe = async (call, moment) => {
    if (call !== checkout || moment === 'before') return
    delete harness.watch.observe
    harness.clock.offsetMs = 2 * 3_600_000
    await expireOrders(harness.deps)
  }
  const answer = await order(harness, selling, { email }, key)
  expect(toRefusal(answer)).toEqual([503, 'unavailable'])
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
  const again = await order(harness, selling, { email }, key)
  expect([again.status, await readSeats(selling)]).toEqual([201, { sold: 0, held: 1 }])
})

test('sells the last seats once when many visitors pay for them at the same time', async () => {
  const selling = await onSale(2)
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(harness, selling)))
  const held = answers.filter(({ status }) => status === 201)
  expect(held).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6)
  await Promise.all(held.map(pay))
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 0 })
})
