import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toId, toRefusal } from '../../../test/harness.ts'
import {
  aHappening,
  inADay,
  order,
  orderAndConfirm,
  readSold,
  visitor,
} from '../../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('lets an admin create, change and delete an event, and members read it', async () => {
  const call = harness.as('admin')
  const startsAt = inADay()
  const ticketTypes = [
    { name: 'Entry', capacity: 5 },
    { name: 'Dinner', capacity: 2, priceCents: 2_500, currency: 'USD' },
  ]
  const created = await call('POST', '/api/happenings', {
    title: 'Fête du port',
    startsAt,
    ticketTypes,
  })
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    `/api/happenings/${toId(created)}`,
  ])
  expect(created.body).toMatchObject({
    slug: 'fete-du-port',
    title: 'Fête du port',
    startsAt,
    endsAt: null,
    place: '',
    published: false,
    ticketTypes: [
      { name: 'Entry', capacity: 5, sold: 0, priceCents: 0, currency: 'EUR' },
      { name: 'Dinner', capacity: 2, sold: 0, priceCents: 2_500, currency: 'USD' },
    ],
  })
  const path = `/api/happenings/${toId(created)}`
  const member = harness.as('member', call.orgId)
  expect((await member('GET', path)).body).toEqual(created.body)
  expect(toRefusal(await member('PATCH', path, { title: 'x' }))).toEqual([403, 'forbidden'])
  const changed = await call('PATCH', path, { published: true, place: 'Harbour' })
  expect(changed.body).toMatchObject({ published: true, place: 'Harbour', title: 'Fête du port' })
  expect((await member('GET', '/api/happenings?q=harb')).body).toMatchObject({ total: 1 })
  expect((await call('DELETE', path)).status).toBe(204)
  expect(toRefusal(await call('GET', path))).toEqual([404, 'not_found'])
})

test.each([
  [{ title: '' }, 400],
  [{ startsAt: 'tomorrow' }, 400],
  [{ slug: 'Not A Slug' }, 400],
  [{ sold: 3 }, 400],
  [{ ticketTypes: [{ name: 'Entry', capacity: 5, sold: 3 }] }, 400],
  [{ ticketTypes: [{ name: 'Entry', capacity: -1 }] }, 400],
  [{ ticketTypes: [{ id: 'tty_other', name: 'Entry', capacity: 1 }] }, 400],
  [{ endsAt: inADay(-1) }, 422],
])('responds to %j in an event with %d and leaves nothing behind', async (more, status) => {
  const call = harness.as('admin')
  const body = { title: 'Open day', startsAt: inADay(), ...more }
  expect((await call('POST', '/api/happenings', body)).status).toBe(status)
  expect((await call('GET', '/api/happenings')).body).toMatchObject({ total: 0 })
})

test('allows one event per slug in an org', async () => {
  const { call } = await aHappening(harness)
  const again = { title: 'Open day', startsAt: inADay() }
  const taken = await call('POST', '/api/happenings', { ...again, slug: 'open-day' })
  expect(toRefusal(taken)).toEqual([409, 'slug_taken'])
  expect(taken.body['errors']).toMatchObject([{ path: 'slug' }])
  const twins = await Promise.all([1, 2].map(() => call('POST', '/api/happenings', again)))
  expect(twins.map(({ status, body }) => [status, body['slug']])).toEqual(
    twins.map(({ body }) => [201, `open-day-${String(body['id']).slice(-8)}`]),
  )
  expect((await harness.as('admin')('POST', '/api/happenings', again)).status).toBe(201)
})

test('refuses to remove a sold ticket type or to cut it below its sales, and changes nothing', async () => {
  const selling = await aHappening(harness)
  const { call, id, typeId } = selling
  await orderAndConfirm(harness, selling, { quantity: 4 })
  const path = `/api/happenings/${id}`
  const change = (ticketTypes: object[]) => call('PATCH', path, { title: 'Changed', ticketTypes })
  expect(toRefusal(await change([]))).toEqual([409, 'ticket_type_sold'])
  const cut = { id: typeId, name: 'Entry', capacity: 3 }
  expect(toRefusal(await change([cut]))).toEqual([409, 'capacity_below_sold'])
  expect(toRefusal(await change([cut, cut].map((type) => ({ ...type, capacity: 9 }))))).toEqual([
    400,
    'validation_failed',
  ])
  expect((await call('GET', path)).body).toMatchObject({
    title: 'Open day',
    ticketTypes: [{ capacity: 100 }],
  })
  expect(
    (
      await change([
        { ...cut, capacity: 4 },
        { name: 'Late', capacity: 1 },
      ])
    ).body,
  ).toMatchObject({
    title: 'Changed',
    ticketTypes: [
      { id: typeId, capacity: 4, sold: 4 },
      { name: 'Late', capacity: 1, sold: 0 },
    ],
  })
  expect(await readSold(selling)).toBe(4)
})

test('refuses a change if it names an older version, and does not count a sale as a change', async () => {
  const selling = await aHappening(harness)
  const { call, id, typeId } = selling
  const path = `/api/happenings/${id}`
  const seen = { 'if-match': (await call('GET', path)).headers.get('etag') ?? '' }
  await order(harness, selling)
  const first = await call('PATCH', path, { place: 'Harbour' }, seen)
  expect([first.status, first.body['place']]).toEqual([200, 'Harbour'])
  const ticketTypes = [{ id: typeId, name: 'Entry', capacity: 9 }]
  expect(toRefusal(await call('PATCH', path, { ticketTypes }, seen))).toEqual([
    412,
    'precondition_failed',
  ])
  expect(toRefusal(await call('DELETE', path, undefined, seen))).toEqual([
    412,
    'precondition_failed',
  ])
  const kept = await call('GET', path)
  expect(kept.body).toMatchObject({ place: 'Harbour', ticketTypes: [{ capacity: 100 }] })
  expect(kept.headers.get('etag')).toBe(first.headers.get('etag'))
  const now = { 'if-match': kept.headers.get('etag') ?? '' }
  expect((await call('DELETE', path, undefined, now)).status).toBe(204)
})

test('deletes the tickets of a deleted event and mails each address once', async () => {
  const selling = await aHappening(harness)
  const email = `gone-${selling.id}@visitors.example`
  await order(harness, selling, { email })
  await orderAndConfirm(harness, selling, { email, quantity: 2 })
  const { orgId } = selling.call
  expect((await selling.call('DELETE', `/api/happenings/${selling.id}`)).status).toBe(204)
  const { db } = harness.deps
  const mails = await db
    .selectFrom('mail_queue')
    .select('subject')
    .where('org_id', '=', orgId)
    .execute()
  expect(mails.filter(({ subject }) => subject === 'Cancelled: Open day')).toHaveLength(1)
  expect(await db.selectFrom('tickets').select('id').where('org_id', '=', orgId).execute()).toEqual(
    [],
  )
})

test('deletes an event and mails everyone if thousands are waiting for it', async () => {
  const { call, id, typeId } = await aHappening(harness)
  const { db } = harness.deps
  await sql`insert into waiting_list (id, org_id, happening_id, ticket_type_id, quantity, name, email)
    select ${id} || n, ${call.orgId}, ${id}, ${typeId}, 1, 'Ada', rpad('w' || n, 240, 'x') || '@v.example'
    from generate_series(1, 12000) n`.execute(db)
  expect((await call('DELETE', `/api/happenings/${id}`)).status).toBe(204)
  const { rows } = await sql<{ n: number; longest: number }>`
    select count(*)::int as n, max(length(key)) as longest from mail_queue where org_id = ${call.orgId}`.execute(
    db,
  )
  expect(rows[0]?.n).toBe(12_000)
  expect(rows[0]?.longest).toBeLessThanOrEqual(256)
})

test('finds no event for another org’s admin', async () => {
  const selling = await aHappening(harness)
  await order(harness, selling, { email: visitor.email })
  const stranger = harness.as('owner')
  const path = `/api/happenings/${selling.id}`
  for (const [method, rest, body] of [
    ['GET', ''],
    ['PATCH', '', { title: 'Taken' }],
    ['DELETE', ''],
    ['GET', '/tickets'],
    ['GET', '/tickets.csv'],
    ['GET', '/waiting-list'],
    ['POST', '/check-in', { code: 'x' }],
  ] as const) {
    const answer = await stranger(method, path + rest, body)
    expect([method, rest, answer.status]).toEqual([method, rest, 404])
    expect(answer.text).not.toContain(visitor.email)
  }
  expect(await readSold(selling)).toBe(1)
})
