import { expect, test } from 'vitest'
import { toId } from '../../../test/harness.ts'
import { paidTicketsSuite } from '../../../test/paid-tickets.ts'
import { newAddress, order, readSeats } from '../../../test/tickets.ts'
import { event, post } from '../../../test/webhooks.ts'
import { expireOrders } from './pending-orders.ts'
import { pruneTicketPayments } from './ticket-payments.ts'

const { harness, onSale, toSession, paidSession, pay, readTickets, readAttention } =
  await paidTicketsSuite()

const day = 86_400_000

/** Lets time pass and runs the jobs about unpaid orders. */
async function passTime(ms: number) {
  harness.clock.offsetMs += ms
  await expireOrders(harness.deps)
  await pruneTicketPayments(harness.deps)
}

type Paid = Parameters<typeof paidSession>

const reportUnpaid = (...[selling, answer]: Paid) => {
  const unpaid = { ...paidSession(selling, answer), payment_status: 'unpaid' }
  return post(harness, 'offers', event('checkout.session.completed', selling.accountId, unpaid))
}
const reportPaid = (...[selling, answer]: Paid) => {
  const type = 'checkout.session.async_payment_succeeded'
  return post(harness, 'offers', event(type, selling.accountId, paidSession(selling, answer)))
}

const readErrors = (answer: Parameters<typeof toId>[0]): string[] =>
  harness.log.lines
    .map((line) => JSON.parse(line))
    .filter(({ level, order: id }) => level === 50 && id === toId(answer))
    .map(({ msg }) => msg)

test('keeps the seats while a bank debit settles and issues the tickets when it succeeds', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await reportUnpaid(selling, answer)
  await passTime(29 * day)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  await reportPaid(selling, answer)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  expect(await readTickets(selling)).toHaveLength(1)
})

test.each([
  ['the seats were freed while it settled', 0, 31 * day],
  ['the seats were freed before it was reported', 2 * 3_600_000, 20 * day],
])('issues the tickets when a bank debit succeeds after %s', async (_when, before, after) => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await passTime(before)
  await reportUnpaid(selling, answer)
  await passTime(after)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 })
  await reportPaid(selling, answer)
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  expect(await readTickets(selling)).toHaveLength(1)
})

test('records the sale and logs an error when no order waits for the payment', async () => {
  const selling = await onSale()
  const answer = await order(harness, selling)
  await passTime(4 * day)
  await reportPaid(selling, answer)
  expect(readErrors(answer)).toEqual([
    '[tickets] a paid session has no ticket order that waits for a payment',
  ])
  const sales = await selling.call('GET', '/api/invoicing?status=paid')
  expect(sales.body['items']).toMatchObject([{ totalAmountCents: 1_250 }])
  expect(await readTickets(selling)).toEqual([])
})

/** Orders under one key until the order has two sessions, because the processor failed once. */
async function orderTwice(selling: Awaited<ReturnType<typeof onSale>>) {
  const email = newAddress()
  const send = async () => {
    // The process ended before it stored the response.
    await harness.deps.db.deleteFrom('idempotency_keys').where('key', '=', email).execute()
    return order(harness, selling, { email }, { 'idempotency-key': email })
  }
  const first = await send()
  const match = 'POST /v1/checkout/sessions'
  harness.sandbox.payments.faults.add({ match, kind: 'status', status: 500, kept: true })
  expect((await send()).status).toBe(503)
  const second = await send()
  expect(second.body['id']).toBe(first.body['id'])
  expect(second.body['checkoutUrl']).not.toBe(first.body['checkoutUrl'])
  return [first, second] as const
}

test.each(['first', 'second'])(
  'issues the tickets once when the %s of two sessions of an order is paid',
  async (which) => {
    const selling = await onSale()
    const sessions = await orderTwice(selling)
    const [paid, other] = which === 'first' ? sessions : sessions.toReversed()
    if (paid === undefined || other === undefined) throw new Error('no sessions')
    await pay(paid)
    expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
    await pay(other)
    expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
    expect(await readTickets(selling)).toHaveLength(1)
    expect(readErrors(paid)).toHaveLength(1)
  },
)

test('keeps the seats when an earlier session of the order expires', async () => {
  const selling = await onSale()
  const [first, second] = await orderTwice(selling)
  const expired = toSession(selling, first)
  await post(harness, 'offers', event('checkout.session.expired', selling.accountId, expired))
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 1 })
  await pay(second)
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
      detail: 'Ada, 1 × Open day: add seats, or refund 12.50 EUR at the payment provider',
      href: `/events/${selling.id}`,
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
