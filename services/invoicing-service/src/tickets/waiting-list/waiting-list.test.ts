import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startHarness, toRefusal } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/mails.ts'
import {
  aHappening,
  json,
  order,
  orderAndConfirm,
  readSold,
  type Selling,
} from '../../../test/tickets.ts'
import { serveWaitingLists } from './serve-waiting-list.ts'

const harness = await startHarness({ env: { RATE_LIMITS: 'on' } })
afterAll(() => harness.stop())

const wait = ({ path, typeId }: Selling, n: number | string, quantity = 1) =>
  harness.request(
    `${path}/waiting-list`,
    json({ ticketTypeId: typeId, quantity, name: 'Ben', email: `${n}@waiting.example` }),
  )

const readWaiting = async ({ call, id }: Selling) => {
  const { body } = await call('GET', `/api/happenings/${id}/waiting-list`)
  return body['items'] as unknown as Array<{ id: string; email: string }>
}

/** Creates a sold-out event and returns the id of its first ticket too. */
async function soldOut(capacity: number) {
  const selling = await aHappening(harness, { name: 'Entry', capacity })
  const first = await orderAndConfirm(harness, selling, { quantity: capacity })
  const [ticket] = first.body['tickets'] as unknown as [{ id: string }]
  const cancel = () => selling.call('DELETE', `/api/happenings/${selling.id}/tickets/${ticket.id}`)
  const enlarge = (to: number) =>
    selling.call('PATCH', `/api/happenings/${selling.id}`, {
      ticketTypes: [{ id: selling.typeId, name: 'Entry', capacity: to }],
    })
  return { selling, cancel, enlarge }
}

test("serves later entries if one wants more tickets than are free, and keeps that entry's position", async () => {
  const { selling, cancel, enlarge } = await soldOut(3)
  for (const [n, quantity] of [4, 1, 2].entries()) {
    expect((await wait(selling, n, quantity)).body['position']).toBe(n + 1)
  }
  expect((await cancel()).status).toBe(204)
  expect((await readWaiting(selling)).map(({ email }) => email)).toEqual([
    '0@waiting.example',
    '2@waiting.example',
  ])
  await enlarge(7)
  expect((await readWaiting(selling)).map(({ email }) => email)).toEqual(['2@waiting.example'])
  expect(await readSold(selling)).toBe(7)
})

const crowd = ({ call, id, typeId }: Selling, count: number) =>
  sql`insert into waiting_list (id, org_id, happening_id, ticket_type_id, quantity, name, email, code)
    select 'wait_' || lpad(n::text, 6, '0') || ${id}, ${call.orgId}, ${id}, ${typeId}, 1 + n % 3, 'W',
      n || '@many.example', ${id} || n
    from generate_series(1, ${count}::int) n`.execute(harness.deps.db)

test('serves a long list in steps to its end, before visitors', async () => {
  const { selling, enlarge } = await soldOut(1)
  const { path } = selling
  await crowd(selling, 170)
  expect((await enlarge(1_000)).status).toBe(200)
  // One step is served at once, and visitors do not overtake those who still wait.
  expect((await readWaiting(selling)).length).toBeGreaterThan(0)
  const shown = await harness.request(path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ available: 0 }])
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'sold_out'])
  const late = await wait(selling, 'late')
  expect([late.status, late.headers.get('location')]).toEqual([201, path])
  await eventually(async () => expect(await readWaiting(selling)).toEqual([]))
  const wanted = Array.from({ length: 170 }, (_, n) => 1 + ((n + 1) % 3)).reduce(
    (sum, each) => sum + each,
    0,
  )
  expect(await readSold(selling)).toBe(1 + wanted + 1)
  await eventually(async () => expect((await order(harness, selling)).status).toBe(201))
})

test('serves a list to its end in one run', async () => {
  const { selling, enlarge } = await soldOut(1)
  await crowd(selling, 330)
  await enlarge(1_000)
  // A run ends after ten seconds, and a slow machine needs longer.
  const now = harness.deps.now()
  await serveWaitingLists({ ...harness.deps, now: () => now })
  expect(await readWaiting(selling)).toEqual([])
})

test('asks identity before the ticket type is locked', async () => {
  const { selling, cancel, enlarge } = await soldOut(1)
  // Fewer than a step, so the job has nothing to continue.
  await crowd(selling, 20)
  const seen: unknown[] = []
  harness.identity.whileAsked = async () => {
    const lock = sql`select id from ticket_types where id = ${selling.typeId} for update nowait`
    seen.push(await lock.execute(harness.deps.db).then(() => 'free', String))
  }
  try {
    expect((await enlarge(10)).status).toBe(200)
    expect((await cancel()).status).toBe(204)
    expect((await selling.call('DELETE', `/api/happenings/${selling.id}`)).status).toBe(204)
  } finally {
    delete harness.identity.whileAsked
  }
  expect(seen).toEqual(['free', 'free', 'free'])
})

test('lets an admin remove an entry once, and neither a member nor another organisation', async () => {
  const { selling } = await soldOut(1)
  await wait(selling, 'gone')
  const [entry] = await readWaiting(selling)
  const path = `/api/happenings/${selling.id}/waiting-list/${entry?.id ?? ''}`
  expect((await harness.as('member', selling.call.orgId)('DELETE', path)).status).toBe(403)
  expect((await harness.as('admin')('DELETE', path)).status).toBe(404)
  expect((await selling.call('DELETE', path)).status).toBe(204)
  expect((await selling.call('DELETE', path)).status).toBe(404)
  expect(await readWaiting(selling)).toEqual([])
})

test("mails a new entry's owner a link that removes the entry, and nobody else", async () => {
  const { selling } = await soldOut(1)
  const joined: unknown[] = []
  const { bus } = harness.deps
  bus.nc.subscribe(bus.subject(`events.${selling.call.orgId}.ticket.waiting_joined`), {
    callback: (_, message) => void joined.push(message.json<{ data: unknown }>().data),
  })
  await bus.nc.flush()
  const toJoined = (n: string) => ({
    happeningId: selling.id,
    entryId: expect.any(String),
    title: 'Open day',
    name: 'Ben',
    email: `${n}@waiting.example`,
  })
  await wait(selling, 'first')
  const { body: place } = await wait(selling, 'leaver')
  expect((await wait(selling, 'LEAVER')).body).toEqual(place)
  await eventually(() => expect(joined).toEqual(['first', 'leaver'].map(toJoined)))
  const queued = await harness.deps.db
    .selectFrom('mail_queue')
    .select('subject')
    .where('recipient', '=', 'leaver@waiting.example')
    .execute()
  expect(queued).toEqual([{ subject: 'On the waiting list: Open day' }])
  const [mail] = await mailsTo(harness, 'leaver@waiting.example')
  const code = /\/waiting\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const mine = `/api/public/waiting-list/${code.toLowerCase()}`
  expect((await harness.request(mine, {})).body).toMatchObject({
    name: 'Ben',
    ticketType: 'Entry',
    quantity: 1,
    position: 2,
    title: 'Open day',
  })
  const leave = (path: string) => harness.request(path, { method: 'DELETE' })
  expect((await leave(`/api/public/waiting-list/${String(place['id'])}`)).status).toBe(404)
  expect((await leave(mine)).status).toBe(204)
  expect((await leave(mine)).status).toBe(404)
  expect((await harness.request(mine, {})).status).toBe(404)
  expect((await readWaiting(selling)).map(({ email }) => email)).toEqual(['first@waiting.example'])
})

test("shows visitors' pages and mails in the organisation's language and with its name", async () => {
  const { selling } = await soldOut(1)
  const logoUrl = 'https://logos.example/quay.png'
  harness.configure(selling.call.orgId, { locale: 'fr-CA', logoUrl })
  const organiser = { name: selling.path.split('/')[4], logoUrl }
  expect((await harness.request(selling.path, {})).body).toMatchObject({
    language: 'fr',
    organiser,
  })
  await wait(selling, 'attente')
  const [mail] = await mailsTo(harness, 'attente@waiting.example')
  expect(mail?.subject).toBe('Sur la liste d’attente : Open day')
  const code = /\/waiting\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await harness.request(`/api/public/waiting-list/${code}`, {})).body['language']).toBe(
    'fr',
  )
})

/** Inserts orders of the last hours, `minutes` apart, the last one being `minutes` old. */
const earlier = ({ call, id, typeId }: Selling, count: number, email: string, minutes: number) =>
  sql`insert into ticket_orders (id, org_id, happening_id, ticket_type_id, quantity, name, email, created_at)
    select ${id} || ${email} || n, ${call.orgId}, ${id}, ${typeId}, 1, 'E', replace(${email}, '#', n::text),
      now() - make_interval(secs => 60.0 * ${minutes} * n)
    from generate_series(1, ${count}::int) n`.execute(harness.deps.db)

test("limits an address's daily mails from an organisation, whether it orders or joins waiting lists", async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 1_000 })
  const next = await aHappening(
    harness,
    { name: 'Entry', capacity: 1_000 },
    { title: 'Next day' },
    selling.call,
  )
  const email = 'Many@visitors.example'
  await earlier(selling, 119, 'many@visitors.example', 10)
  expect((await order(harness, next, { email })).status).toBe(201)
  const refused = await order(harness, next, { email })
  expect(toRefusal(refused)).toEqual([429, 'rate_limited'])
  // The oldest was ordered 119 × 10 minutes ago.
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_400 - 119 * 600 - 60)
  expect(seconds).toBeLessThanOrEqual(86_400 - 119 * 600)
  expect((await order(harness, next, { email: 'other@visitors.example' })).status).toBe(201)
  const elsewhere = await aHappening(harness)
  expect((await order(harness, elsewhere, { email })).status).toBe(201)
  const full = await aHappening(harness, { name: 'Entry', capacity: 0 }, {})
  await earlier(full, 120, 'w@waiting.example', 1)
  expect(toRefusal(await wait(full, 'w'))).toEqual([429, 'rate_limited'])
})

test('accepts entries and orders of new visitors even if there are many others', async () => {
  const { selling } = await soldOut(1)
  await crowd(selling, 3_000)
  expect((await wait(selling, 'late')).status).toBe(201)
  const crowded = await aHappening(harness)
  await earlier(crowded, 10_000, '#@crowd.example', 0.1)
  expect((await order(harness, crowded)).status).toBe(201)
})
