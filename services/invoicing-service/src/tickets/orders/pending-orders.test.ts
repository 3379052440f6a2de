import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toId, toRefusal } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/mails.ts'
import {
  aHappening,
  confirm,
  json,
  newAddress,
  order,
  orderAndConfirm,
  readSeats,
  readToken,
  type Selling,
  toCodes,
} from '../../../test/tickets.ts'
import { expireOrders } from './pending-orders.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

/** Creates a pending order of three tickets. */
async function held(selling: Selling, email = newAddress()) {
  const answer = await order(harness, selling, { email, quantity: 3 })
  return { answer, email, id: toId(answer) }
}

test('confirms an order of two tickets at once, and holds the seats of one of three for 15 minutes', async () => {
  const selling = await aHappening(harness)
  const small = await order(harness, selling, { quantity: 2 })
  expect(small.body).toMatchObject({ status: 'confirmed', tickets: [{}, {}] })
  const { answer } = await held(selling)
  expect([answer.status, answer.body]).toEqual([
    201,
    { id: expect.any(String), status: 'pending', expiresAt: expect.any(String) },
  ])
  const left = Date.parse(String(answer.body['expiresAt'])) - harness.clock.now().getTime()
  expect(left).toBeGreaterThan(14 * 60_000)
  expect(left).toBeLessThanOrEqual(15 * 60_000)
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 3 })
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ available: 95 }])
})

test('makes a second order within an hour pending, even if the address is in upper case', async () => {
  const selling = await aHappening(harness)
  const email = newAddress()
  expect((await order(harness, selling, { email })).body['status']).toBe('confirmed')
  expect((await order(harness, selling, { email: email.toUpperCase() })).body['status']).toBe(
    'pending',
  )
  expect((await order(harness, selling)).body['status']).toBe('confirmed')
})

test("issues the tickets when the mail's link is opened, and returns them again when it is reopened", async () => {
  const selling = await aHappening(harness)
  const { id, email } = await held(selling)
  const token = await readToken(harness, email, id)
  const answers = await Promise.all([1, 2, 3].map(() => confirm(harness, id, token)))
  const [first] = answers
  expect([first?.status, first?.body]).toMatchObject([200, { id, status: 'confirmed' }])
  expect(toCodes(first ?? { body: {} })).toHaveLength(3)
  for (const answer of answers)
    expect(toCodes(answer).sort()).toEqual(toCodes(first ?? { body: {} }).sort())
  expect(await readSeats(selling)).toEqual({ sold: 3, held: 0 })
  await eventually(async () => {
    const subjects = (await mailsTo(harness, email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['Confirm your order: Open day', 'Your tickets: Open day'])
  })
})

test('responds 404 if the token is wrong, the order is unknown, or it was confirmed without a mail', async () => {
  const selling = await aHappening(harness)
  const { id } = await held(selling)
  const direct = await order(harness, selling)
  for (const answer of [
    await confirm(harness, id, 'x'.repeat(32)),
    await confirm(harness, 'ord_0', 'x'.repeat(32)),
    await confirm(harness, toId(direct), 'x'.repeat(32)),
  ]) {
    expect(toRefusal(answer)).toEqual([404, 'not_found'])
  }
  expect(toRefusal(await confirm(harness, id, ''))).toEqual([400, 'validation_failed'])
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 3 })
})

test('gives an address at most ten tickets of an event, including held seats and waiting-list entries', async () => {
  const selling = await aHappening(harness)
  const email = newAddress()
  expect((await order(harness, selling, { email, quantity: 8 })).status).toBe(201)
  expect(
    toRefusal(await order(harness, selling, { email: email.toUpperCase(), quantity: 3 })),
  ).toEqual([409, 'too_many_tickets'])
  expect((await order(harness, selling, { email, quantity: 2 })).status).toBe(201)
  const elsewhere = await aHappening(harness)
  expect((await order(harness, elsewhere, { email, quantity: 3 })).status).toBe(201)
  const full = await aHappening(harness, { name: 'Entry', capacity: 0 })
  const wait = (quantity: number) =>
    harness.request(
      `${full.path}/waiting-list`,
      json({ ticketTypeId: full.typeId, quantity, name: 'Ben', email }),
    )
  expect((await wait(10)).status).toBe(201)
})

test('takes at most ten tickets when orders of one address run at once', async () => {
  const selling = await aHappening(harness)
  const email = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => order(harness, selling, { email, quantity: 4 })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 8 })
})

test('does not sell held seats, and refuses to remove their type or cut it below them', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 4 })
  await held(selling)
  expect(toRefusal(await order(harness, selling, { quantity: 2 }))).toEqual([409, 'sold_out'])
  const path = `/api/happenings/${selling.id}`
  const change = (ticketTypes: object[]) => selling.call('PATCH', path, { ticketTypes })
  expect(toRefusal(await change([]))).toEqual([409, 'ticket_type_sold'])
  const cut = { id: selling.typeId, name: 'Entry', capacity: 2 }
  expect(toRefusal(await change([cut]))).toEqual([409, 'capacity_below_sold'])
})

test('limits one network and its confirmations while other networks order as before', async () => {
  const limited = await startHarness({ env: { RATE_LIMITS: 'on' } })
  try {
    const selling = await aHappening(limited, { name: 'Entry', capacity: 500 })
    const from = (client: string, more: object = {}) =>
      order(limited, selling, more, { 'x-forwarded-for': client })
    const statuses = []
    for (let n = 0; n < 12; n += 1) statuses.push((await from('203.0.113.7')).body['status'])
    expect(statuses).toEqual([
      ...Array.from({ length: 10 }, () => 'confirmed'),
      'pending',
      'pending',
    ])
    for (let n = 0; n < 3; n += 1) await from('203.0.113.7', { quantity: 9 })
    const refused = await from('203.0.113.7', { quantity: 3 })
    expect([...toRefusal(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '3600',
    ])
    expect((await from('203.0.113.8')).body['status']).toBe('confirmed')
    expect((await from('2001:db8::1', { quantity: 3 })).body['status']).toBe('pending')
  } finally {
    await limited.stop()
  }
})

test('gives expired seats to the waiting list, then to everybody, and their link no longer works', async () => {
  const late = await startHarness()
  try {
    const selling = await aHappening(late, { name: 'Entry', capacity: 3 })
    const email = newAddress()
    const pending = await order(late, selling, { email, quantity: 3 })
    const token = await readToken(late, email, toId(pending))
    const body = json({
      ticketTypeId: selling.typeId,
      quantity: 1,
      name: 'Ben',
      email: newAddress(),
    })
    expect((await late.request(`${selling.path}/waiting-list`, body)).status).toBe(201)
    late.clock.offsetMs = 15 * 60_000
    expect(toRefusal(await confirm(late, toId(pending), token))).toEqual([404, 'not_found'])
    await expireOrders(late.deps)
    await eventually(async () => expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 }))
    expect((await orderAndConfirm(late, selling, { quantity: 2 })).status).toBe(201)
    expect(toRefusal(await confirm(late, toId(pending), token))).toEqual([404, 'not_found'])
  } finally {
    await late.stop()
  }
})

test('gives visitors no expired seats if the waiting list has not been served yet', async () => {
  const late = await startHarness()
  try {
    const selling = await aHappening(late, { name: 'Entry', capacity: 3 })
    await order(late, selling, { quantity: 3 })
    const body = json({
      ticketTypeId: selling.typeId,
      quantity: 3,
      name: 'Ben',
      email: newAddress(),
    })
    expect((await late.request(`${selling.path}/waiting-list`, body)).status).toBe(201)
    await late.deps.db.transaction().execute(async (tx) => {
      // The list is only served after this transaction.
      await tx
        .selectFrom('happenings')
        .select('id')
        .where('id', '=', selling.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      late.clock.offsetMs = 15 * 60_000
      await eventually(async () => expect(await readSeats(selling)).toEqual({ sold: 0, held: 0 }))
      expect(toRefusal(await order(late, selling))).toEqual([409, 'sold_out'])
    })
    await eventually(async () => expect(await readSeats(selling)).toEqual({ sold: 3, held: 0 }))
  } finally {
    await late.stop()
  }
})
