import { InvoicingAttention } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Caller, toId, toRefusal } from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'
import { paymentsSuite, visit } from '../../test/payments-harness.ts'
import { aHappening, newAddress, order, readSeats, type Selling } from '../../test/tickets.ts'
import { event, post } from '../../test/webhooks.ts'
import { expireOrders } from './pending-orders.ts'
import { pruneTicketPayments } from './ticket-payments.ts'

const { harness } = await paymentsSuite()

const product = { name: 'Boat trip', priceCents: 1_250, billingModel: 'one_off' }

const anOffer = async (call: Caller, more: object = {}) =>
  toId(await call('POST', '/api/offers', { ...product, ...more }))

/** Creates a published event with paid tickets in an organisation that can charge. */
async function onSale(capacity = 10, more: object = {}) {
  const { call, accountId } = await harness.seller()
  const offerId = await anOffer(call)
  const type = { name: 'Boat trip', capacity, offerId, ...more }
  return { ...(await aHappening(harness, type, {}, call)), accountId, offerId }
}

const { state, deliveries } = harness.sandbox.payments
const toSession = (
  { accountId }: { accountId: string },
  answer: { body: Record<string, unknown> },
) => {
  const id = String(answer.body['checkoutUrl']).split('/').at(-1) ?? ''
  const session = state.accounts.get(accountId)?.sessions.get(id)
  if (session === undefined) throw new Error('no such session')
  return session
}
const pay = async (answer: { body: Record<string, unknown> }) => {
  await visit(String(answer.body['checkoutUrl']), { email: 'payer@example.com', name: 'Payer' })
  await deliveries.settled()
}
const readTickets = async ({ call, id }: Selling) =>
  (await call('GET', `/api/happenings/${id}/tickets`)).body['items'] as unknown as Array<{
    id: string
    code: string
    name: string
    email: string
  }>
const readAttention = (orgId: string) =>
  callRpc(harness.bus, InvoicingAttention, { orgId, userId: 'usr_1' }, { timeoutMs: 5_000 })
const paidSession = (
  selling: { accountId: string },
  answer: { body: Record<string, unknown> },
) => ({
  ...toSession(selling, answer),
  status: 'complete',
  payment_status: 'paid',
})

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

test('keeps the seats while a bank debit settles and issues the tickets when it succeeds', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  const session = toSession(selling, answer)
  const unpaid = { ...session, status: 'complete', payment_status: 'unpaid' }
  await post(harness, 'offers', event('checkout.session.completed', selling.accountId, unpaid))
  harness.clock.offsetMs = 3 * 86_400_000
  await expireOrders(harness.deps)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  harness.clock.offsetMs = 0
  const succeeded = event(
    'checkout.session.async_payment_succeeded',
    selling.accountId,
    paidSession(selling, answer),
  )
  await post(harness, 'offers', succeeded)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
})

test('issues the tickets of a late payment when seats are left', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await post(
    harness,
    'offers',
    event('checkout.session.expired', selling.accountId, toSession(selling, answer)),
  )
  await pay(answer)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  expect(await readTickets(selling)).toHaveLength(1)
})

test('asks the organiser about a late payment when no seat is left and seats it when one becomes free', async () => {
  const selling = await onSale(1)
  const late = await order(harness, selling)
  await post(
    harness,
    'offers',
    event('checkout.session.expired', selling.accountId, toSession(selling, late)),
  )
  await pay(await order(harness, selling, { name: 'Ben' }))
  await pay(late)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  const { items } = await readAttention(selling.call.orgId)
  expect(items).toMatchObject([
    {
      kind: 'ticket_unseated',
      title: '1 paid ticket order has no seats',
      detail: 'Ada, 1 × Open day: add seats, or refund 12.50 EUR at the payment processor',
      href: `/happenings/${selling.id}`,
    },
  ])
  const types = [{ id: selling.typeId, name: 'Boat trip', capacity: 2, offerId: selling.offerId }]
  await selling.call('PATCH', `/api/happenings/${selling.id}`, { ticketTypes: types })
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 0 })
  expect((await readTickets(selling)).map(({ name }) => name).sort()).toEqual(['Ada', 'Ben'])
  expect((await readAttention(selling.call.orgId)).items).toEqual([])
})

test('asks the organiser when an event was deleted before its ticket was paid', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await selling.call('DELETE', `/api/happenings/${selling.id}`)
  await pay(answer)
  const { items } = await readAttention(selling.call.orgId)
  expect(items).toMatchObject([
    { kind: 'ticket_unseated', href: expect.stringMatching(/^\/invoices\/inv_/) },
  ])
})

test.each([{ amount_subtotal: 1 }, { currency: 'usd' }])(
  'issues no tickets when the paid session differs in %j',
  async (difference) => {
    const selling = await onSale()
    const answer = await order(harness, selling)
    const session = { ...paidSession(selling, answer), ...difference }
    await post(harness, 'offers', event('checkout.session.completed', selling.accountId, session))
    expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
    expect((await readAttention(selling.call.orgId)).items).toMatchObject([
      { kind: 'ticket_unseated' },
    ])
  },
)

test('issues no tickets when another account reports the session', async () => {
  const selling = await onSale()
  const other = await onSale()
  const answer = await order(harness, selling)
  await post(
    harness,
    'offers',
    event('checkout.session.completed', other.accountId, paidSession(selling, answer)),
  )
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  expect(await readTickets(other)).toEqual([])
})

test('voids the unused tickets and mails their holder once when the whole payment is refunded, not when a part is', async () => {
  const selling = await onSale()
  const email = newAddress()
  const answer = await order(harness, selling, { quantity: 2, email })
  const listVoidMails = () =>
    harness.deps.db
      .selectFrom('mail_queue')
      .select(['recipient', 'subject'])
      .where('key', '=', `ticket-void:${toId(answer)}`)
      .execute()
  await pay(answer)
  const session = toSession(selling, answer)
  const refund = (cents: number) =>
    post(
      harness,
      'invoicing',
      event('charge.refunded', selling.accountId, {
        id: `ch_${session.id}`,
        amount: 2_500,
        amount_refunded: cents,
        currency: 'eur',
        payment_intent: `pi_${session.invoice}`,
      }),
    )
  await refund(1_250)
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 0 })
  expect(await listVoidMails()).toEqual([])
  const [used] = await readTickets(selling)
  await selling.call('POST', `/api/happenings/${selling.id}/check-in`, { code: used?.code })
  const mail = { recipient: email, subject: 'No longer valid: your ticket for Open day' }
  for (let delivery = 1; delivery <= 2; delivery += 1) {
    await refund(2_500)
    expect((await readTickets(selling)).map(({ id }) => id)).toEqual([used?.id])
    expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
    expect(await listVoidMails()).toEqual([mail])
  }
})

test('gives an address at most ten tickets of an event when unpaid ones are included', async () => {
  const selling = await onSale(100)
  const email = newAddress()
  expect((await order(harness, selling, { email, quantity: 8 })).status).toBe(201)
  expect(toRefusal(await order(harness, selling, { email, quantity: 3 }))).toEqual([
    409,
    'too_many_tickets',
  ])
  expect(toRefusal(await order(harness, selling, { email, quantity: 11 }))).toEqual([
    400,
    'validation_failed',
  ])
})

test('takes the price of the offer when the ticket type or the offer has another one', async () => {
  const selling = await onSale(10, { priceCents: 1, currency: 'USD' })
  const stored = await selling.call('GET', `/api/happenings/${selling.id}`)
  expect(stored.body['ticketTypes']).toMatchObject([
    { priceCents: 1_250, currency: 'EUR', offerId: selling.offerId },
  ])
  await selling.call('PATCH', `/api/offers/${selling.offerId}`, { priceCents: 2_000 })
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ priceCents: 2_000 }])
  expect(toSession(selling, await order(harness, selling)).amount_total).toBe(2_000)
})

test('refuses orders and keeps the type when its offer is archived', async () => {
  const selling = await onSale()
  await selling.call('POST', `/api/offers/${selling.offerId}/archive`)
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'priced_ticket'])
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ priceCents: 1_250, orderable: false }])
  const types = [{ id: selling.typeId, name: 'Trip', capacity: 10, offerId: selling.offerId }]
  const changed = await selling.call('PATCH', `/api/happenings/${selling.id}`, {
    ticketTypes: types,
  })
  expect(changed.body['ticketTypes']).toMatchObject([{ name: 'Trip', priceCents: 1_250 }])
  const again = { name: 'New', capacity: 1, offerId: selling.offerId }
  const refused = await selling.call('PATCH', `/api/happenings/${selling.id}`, {
    ticketTypes: [again],
  })
  expect(toRefusal(refused)).toEqual([422, 'offer_invalid'])
})

test('refuses an offer of another organisation and one without a one-time price', async () => {
  const { call } = await harness.seller()
  const stranger = await harness.seller()
  const create = (offerId: string) =>
    call('POST', '/api/happenings', {
      title: 'Party',
      startsAt: '2031-05-03T14:00:00.000Z',
      ticketTypes: [{ name: 'Entry', capacity: 1, offerId }],
    })
  expect(toRefusal(await create(await anOffer(stranger.call)))).toEqual([404, 'not_found'])
  expect(toRefusal(await create('off_none'))).toEqual([404, 'not_found'])
  const monthly = await anOffer(call, {
    slug: 'monthly',
    billingModel: 'recurring',
    interval: 'month',
  })
  const refused = await create(monthly)
  expect(toRefusal(refused)).toEqual([422, 'offer_invalid'])
  expect(refused.body['errors']).toMatchObject([{ path: 'ticketTypes.0.offerId' }])
  expect(toRefusal(await create(await anOffer(call, { slug: 'free', priceCents: 0 })))).toEqual([
    422,
    'offer_invalid',
  ])
})

test('holds no seats when the organisation has no payments account', async () => {
  const call = harness.as('admin')
  const offerId = await anOffer(call)
  const selling = await aHappening(harness, { name: 'Trip', capacity: 1, offerId }, {}, call)
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'charges_not_enabled'])
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

test('sells the last seats once when many visitors pay for them at the same time', async () => {
  const selling = await onSale(2)
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(harness, selling)))
  const held = answers.filter(({ status }) => status === 201)
  expect(held).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6)
  await Promise.all(held.map(pay))
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 0 })
})

test('has no waiting list when the ticket is paid', async () => {
  const selling = await onSale(0)
  const body = JSON.stringify({
    ticketTypeId: selling.typeId,
    quantity: 1,
    name: 'Ben',
    email: newAddress(),
  })
  const answer = await harness.request(`${selling.path}/waiting-list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(toRefusal(answer)).toEqual([409, 'priced_ticket'])
})
