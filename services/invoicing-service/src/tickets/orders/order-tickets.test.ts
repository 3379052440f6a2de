import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toRefusal } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/mails.ts'
import {
  aHappening,
  inADay,
  json,
  order,
  orderAndConfirm,
  orderPatiently,
  readSeats,
  readSold,
  toCodes,
  visitor,
} from '../../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const readCount = async (table: 'tickets' | 'ticket_orders' | 'mail_queue', orgId: string) => {
  const rows = await harness.deps.db
    .selectFrom(table)
    .select('org_id')
    .where('org_id', '=', orgId)
    .execute()
  return rows.length
}

test('sells exactly 100 tickets, each with a mail, when 200 orders compete for 100 seats', async () => {
  const selling = await aHappening(harness)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      orderPatiently(harness, selling, `${n}@visitors.example`),
    ),
  )
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(taken).toHaveLength(100)
  expect(new Set(refused.map((answer) => toRefusal(answer).join(' ')))).toEqual(
    new Set(['409 sold_out']),
  )
  expect(new Set(taken.flatMap(toCodes)).size).toBe(100)
  expect(await readSold(selling)).toBe(100)
  const { orgId } = selling.call
  expect(await readCount('tickets', orgId)).toBe(100)
  expect(await readCount('ticket_orders', orgId)).toBe(100)
  expect(await readCount('mail_queue', orgId)).toBe(100)
})

test('gives an order all of its tickets or none', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 25 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => order(harness, selling, { quantity: 10 })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(await readSeats(selling)).toEqual({ sold: 0, held: 20 })
  expect((await order(harness, selling, { quantity: 5 })).status).toBe(201)
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'sold_out'])
})

test('rejects a priced ticket, even if requests are concurrent, and keeps its seats free', async () => {
  const selling = await aHappening(harness, {
    name: 'Dinner',
    capacity: 5,
    priceCents: 2_500,
    currency: 'EUR',
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(harness, selling)))
  expect(answers.map(toRefusal)).toEqual(answers.map(() => [409, 'priced_ticket']))
  expect(await readSold(selling)).toBe(0)
  expect(await readCount('tickets', selling.call.orgId)).toBe(0)
})

test('returns the first order when an Idempotency-Key is repeated', async () => {
  const selling = await aHappening(harness)
  const key = { 'idempotency-key': selling.id }
  const same = { email: visitor.email }
  const first = await order(harness, selling, same, key)
  const again = await order(harness, selling, same, key)
  expect([again.status, again.text]).toEqual([201, first.text])
  for (const { headers } of [first, again]) expect(headers.get('location')).toBe(selling.path)
  expect(toRefusal(await order(harness, selling, { quantity: 2 }, key))).toEqual([
    409,
    'idempotency_key_reused',
  ])
  expect(await readSold(selling)).toBe(1)
})

test.each([
  { quantity: 0 },
  { quantity: 11 },
  { quantity: 1.5 },
  { name: ' ' },
  { email: 'nobody' },
  { seat: 4 },
  { ticketTypeId: '' },
])('refuses an order with %j and takes nothing', async (more) => {
  const selling = await aHappening(harness)
  expect(toRefusal(await order(harness, selling, more))).toEqual([400, 'validation_failed'])
  expect(await readSold(selling)).toBe(0)
})

test('responds 404 if the event is unpublished, the ticket type is of another org or the org is unknown', async () => {
  const [hidden, other] = [
    await aHappening(harness, undefined, { published: false }),
    await aHappening(harness),
  ]
  expect(toRefusal(await order(harness, hidden))).toEqual([404, 'not_found'])
  expect((await harness.request(hidden.path, {})).status).toBe(404)
  const mixed = { ...other, typeId: hidden.typeId }
  expect(toRefusal(await order(harness, mixed))).toEqual([404, 'not_found'])
  const nowhere = { ...other, path: '/api/public/happenings/no-such-org/open-day' }
  expect(toRefusal(await order(harness, nowhere))).toEqual([404, 'not_found'])
  expect([await readSold(hidden), await readSold(other)]).toEqual([0, 0])
})

test('takes no orders when an event has ended, and lists it last in public', async () => {
  const selling = await aHappening(harness, undefined, { startsAt: inADay(-3), endsAt: inADay(-2) })
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'happening_over'])
  await selling.call('POST', '/api/happenings', {
    title: 'Next',
    startsAt: inADay(5),
    published: true,
  })
  await selling.call('POST', '/api/happenings', { title: 'Hidden', startsAt: inADay(6) })
  const { body } = await harness.request(selling.path.slice(0, selling.path.lastIndexOf('/')), {})
  expect(body).toMatchObject({
    items: [
      { title: 'Next', open: true },
      { title: 'Open day', open: false },
    ],
    total: 2,
  })
})

test('keeps inventory and tickets when an order fails half-way', async () => {
  const selling = await aHappening(harness)
  const { db } = harness.deps
  const { orgId } = selling.call
  await sql`alter table mail_queue add constraint full_disk check (org_id <> ${sql.lit(orgId)}) not valid`.execute(
    db,
  )
  expect((await order(harness, selling)).status).toBe(500)
  await sql`alter table mail_queue drop constraint full_disk`.execute(db)
  expect([await readSold(selling), await readCount('tickets', orgId)]).toEqual([0, 0])
  expect((await order(harness, selling)).status).toBe(201)
})

test('keeps the ticket, its seat and the waiting list when a cancellation fails half-way', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 1 })
  const { call, id, path, typeId } = selling
  const first = await order(harness, selling, { email: visitor.email })
  const [ticket] = first.body['tickets'] as unknown as Array<{ id: string }>
  const waiting = json({
    ticketTypeId: typeId,
    quantity: 1,
    name: 'Ben',
    email: 'ben@visitors.example',
  })
  expect((await harness.request(`${path}/waiting-list`, waiting)).status).toBe(201)
  const { db } = harness.deps
  const onlyAda = sql`check (org_id <> ${sql.lit(call.orgId)} or recipient = ${sql.lit(visitor.email)})`
  await sql`alter table mail_queue add constraint full_disk ${onlyAda} not valid`.execute(db)
  const ofTicket = `/api/happenings/${id}/tickets/${ticket?.id ?? ''}`
  expect((await call('DELETE', ofTicket)).status).toBe(500)
  await sql`alter table mail_queue drop constraint full_disk`.execute(db)
  expect([await readSold(selling), await readCount('tickets', call.orgId)]).toEqual([1, 1])
  expect((await call('GET', `/api/happenings/${id}/waiting-list`)).body['total']).toBe(1)
  expect((await call('DELETE', ofTicket)).status).toBe(204)
  expect((await call('GET', `/api/happenings/${id}/tickets`)).body).toMatchObject({
    items: [{ name: 'Ben' }],
  })
})

test("repairs a visitor's hostile text, keeps it as text and matches only itself in a search", async () => {
  const selling = await aHappening(harness)
  const name = `<b>%_\\' or 1=1 --\u0000 \ud800 \u202e`
  expect((await order(harness, selling, { name })).status).toBe(201)
  await order(harness, selling, { name: 'Ben' })
  const find = async (q: string) => {
    const path = `/api/happenings/${selling.id}/tickets?q=${encodeURIComponent(q)}`
    return (await selling.call('GET', path)).body
  }
  const stored = `<b>%_\\' or 1=1 -- \ufffd`
  expect(await find('%_\\')).toMatchObject({
    total: 1,
    items: [{ name: expect.stringContaining(stored) }],
  })
  expect(await find('_')).toMatchObject({ total: 1 })
  expect(await find("' or 1=1 --")).toMatchObject({ total: 1 })
})

test('mails the tickets to the address of the order', async () => {
  const selling = await aHappening(harness)
  const email = `mail-${selling.id}@visitors.example`
  const codes = toCodes(await order(harness, selling, { quantity: 2, email }))
  const [mail] = await mailsTo(harness, email)
  expect(mail?.subject).toBe('Your tickets: Open day')
  for (const code of codes) expect(mail?.text).toContain(`/ticket/${code}`)
  expect(mail?.attachments?.map(({ contentId }) => contentId)).toEqual(
    codes.map((code) => `ticket-${code}`),
  )
  const picture = Buffer.from(mail?.attachments?.[0]?.content ?? '', 'base64')
  expect(picture.subarray(0, 4).toString('latin1')).toBe('GIF8')
})

test('gives free tickets to the waiting list in order when one is cancelled or capacity is added', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 2 })
  const { call, id, path, typeId } = selling
  const wait = (more: object) =>
    harness.request(
      `${path}/waiting-list`,
      json({
        ticketTypeId: typeId,
        quantity: 1,
        name: 'Wim',
        email: 'wim@visitors.example',
        ...more,
      }),
    )
  expect(toRefusal(await wait({}))).toEqual([409, 'not_sold_out'])
  const first = await order(harness, selling, { quantity: 2, email: visitor.email })
  const places = []
  for (const n of [1, 2, 3])
    places.push(await wait({ email: `${n}@visitors.example`, quantity: n }))
  expect(places.map(({ status, body }) => [status, body['position']])).toEqual([
    [201, 1],
    [201, 2],
    [201, 3],
  ])
  expect((await wait({ email: '2@VISITORS.example' })).body).toEqual(places[1]?.body)
  const [ticket] = first.body['tickets'] as unknown as Array<{ id: string }>
  expect((await call('DELETE', `/api/happenings/${id}/tickets/${ticket?.id ?? ''}`)).status).toBe(
    204,
  )
  const held = async () => {
    const { body } = await call('GET', `/api/happenings/${id}/tickets`)
    return (body['items'] as unknown as Array<{ email: string }>).map(({ email }) => email).sort()
  }
  expect(await held()).toEqual(['1@visitors.example', visitor.email])
  const more = { ticketTypes: [{ id: typeId, name: 'Entry', capacity: 6 }] }
  expect((await call('PATCH', `/api/happenings/${id}`, more)).body).toMatchObject({
    ticketTypes: [{ id: typeId, capacity: 6, sold: 4 }],
  })
  const { body } = await call('GET', `/api/happenings/${id}/waiting-list`)
  expect(body).toMatchObject({ items: [{ email: '3@visitors.example', quantity: 3 }], total: 1 })
  expect(await held()).toEqual([
    '1@visitors.example',
    '2@visitors.example',
    '2@visitors.example',
    visitor.email,
  ])
})

test('neither loses nor duplicates a seat when cancellations, orders and the waiting list run at once', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 10 })
  const { call, id, path, typeId } = selling
  const first = await orderAndConfirm(harness, selling, { quantity: 10 })
  const tickets = first.body['tickets'] as unknown as Array<{ id: string }>
  const body = (n: number) =>
    json({ ticketTypeId: typeId, quantity: 1, name: 'W', email: `w${n}@v.example` })
  await Promise.all([
    ...tickets.map((ticket) => call('DELETE', `/api/happenings/${id}/tickets/${ticket.id}`)),
    ...Array.from({ length: 10 }, (_, n) => harness.request(`${path}/waiting-list`, body(n))),
    ...Array.from({ length: 10 }, () => order(harness, selling)),
    call('PATCH', `/api/happenings/${id}`, {
      ticketTypes: [{ id: typeId, name: 'Entry', capacity: 12 }],
    }),
  ])
  const sold = await readSold(selling)
  expect(sold).toBe(await readCount('tickets', call.orgId))
  expect(sold).toBeLessThanOrEqual(12)
  const waiting = (await call('GET', `/api/happenings/${id}/waiting-list`)).body['total']
  if (sold < 12) expect(waiting).toBe(0)
})
