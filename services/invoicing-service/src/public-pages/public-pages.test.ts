import { PublicCatalogue } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { expect, test } from 'vitest'
import { toId } from '../../test/harness.ts'
import { mailsTo } from '../../test/mails.ts'
import { paymentsSuite } from '../../test/payments-harness.ts'
import { aHappening, newAddress, readSeats } from '../../test/tickets.ts'

const { harness } = await paymentsSuite()

const get = (path: string, headers: Record<string, string> = {}) =>
  harness.request(path, { headers })
const post = (path: string, fields: Record<string, string>) =>
  harness.request(path, { method: 'POST', body: new URLSearchParams(fields) })
const readData = (text: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null')

test('shows products with imprint, policy and structured data, and stays small when there are many', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  harness.configure(call.orgId, {
    imprint: 'Hafen GmbH\nKai 1 <Hamburg>',
    privacyUrl: 'https://harbour.example/privacy?a=1&b=2',
    publicName: 'The Harbour',
    brandColor: '#ffcc00',
  })
  const hostile = '</script><b onclick="x">Sail & rope</b>'
  const offer = { name: hostile, slug: 'sail', priceCents: 1_250, billingModel: 'one_off' }
  await call('POST', '/api/offers', { ...offer, description: 'Strong.\nLight.' })
  await call('POST', '/api/offers', { ...offer, slug: 'hidden', published: false })
  const page = await get(`/p/${slug}/products/sail`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self';/)
  expect(policy).not.toContain('script-src')
  expect(page.headers.get('x-robots-tag')).toBe('index, follow')
  expect(page.headers.get('cache-control')).toContain('public')
  expect(page.text).not.toContain('<b onclick')
  expect(page.text).toContain('Kai 1 &lt;Hamburg&gt;')
  expect(page.text).toContain('· The Harbour</title>')
  expect(page.text).toContain('€12.50')
  expect(page.text).toMatch(/<link rel="canonical" href="[^"]+\/p\/[^"]+\/products\/sail">/)
  expect(readData(page.text)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: hostile,
    offers: { price: '12.50', priceCurrency: 'EUR' },
  })
  const etag = page.headers.get('etag') ?? ''
  expect((await get(`/p/${slug}/products/sail`, { 'if-none-match': `W/${etag}` })).status).toBe(304)
  await harness.deps.db
    .insertInto('offers')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        id: harness.deps.newId('off'),
        org_id: call.orgId,
        name: `Rope ${n}`,
        description: 'Long. '.repeat(500),
        price_cents: 100,
        currency: 'EUR',
        billing_model: 'one_off' as const,
        slug: `rope-${n}`,
        interval: null,
      })),
    )
    .execute()
  const list = await get(`/p/${slug}/products`)
  expect(Buffer.byteLength(list.text)).toBeLessThan(50_000)
  expect(list.text).toContain(`/p/${slug}/products/sail`)
  expect(list.text).toContain(`/p/${slug}/products?offset=50`)
  expect((await get(`/p/${slug}/products?offset=50`)).text).toContain('Rope 59')
  expect(list.text).not.toContain('products/hidden')
})

test('opens the payment page when a visitor buys, and says so if that is not possible', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  const offer = { name: 'Sail', slug: 'sail', priceCents: 1_250, billingModel: 'one_off' }
  const id = toId(await call('POST', '/api/offers', offer))
  const path = `/p/${slug}/products/sail`
  const opened = await post(path, {})
  expect(opened.status).toBe(200)
  expect(opened.text).toMatch(/http-equiv="refresh" content="0;url=[^"]+\/pay\/checkout\//)
  expect(opened.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(opened.headers.get('cache-control')).toBe('no-store')
  await harness.deps.db
    .updateTable('offers')
    .set({ payments_account_id: 'acct_before' })
    .where('id', '=', id)
    .execute()
  const refused = await post(path, {})
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('cannot be bought online at the moment. Please contact'),
  ])
  expect((await get(`${path}?result=cancelled`)).text).toContain('Nothing is charged.')
})

test('orders tickets with the form of the event page, and asks again when a field is wrong', async () => {
  const selling = await aHappening(
    harness,
    { name: 'Entry', capacity: 2 },
    {
      startsAt: '2031-05-03T17:00:00.000Z',
      timeZone: 'Europe/Berlin',
      place: 'Pier 4',
      description: 'Boats and soup',
    },
  )
  const slug = harness.name(selling.call.orgId)
  const path = `/p/${slug}/events/open-day`
  const page = await get(path)
  expect(page.text).toContain('19:00, Europe/Berlin')
  expect(readData(page.text)).toMatchObject({
    '@type': 'Event',
    startDate: '2031-05-03T17:00:00.000Z',
    location: { name: 'Pier 4' },
    offers: [{ name: 'Entry', price: '0.00', availability: 'https://schema.org/InStock' }],
  })
  expect((await get(`/p/${slug}/events`)).text).toContain(`href="${path}"`)
  const fields = { ticketTypeId: selling.typeId, quantity: '2', name: 'Ada "A"', email: 'nobody' }
  const again = await post(path, fields)
  expect(again.status).toBe(409)
  expect(again.text).toContain('Enter an email address')
  expect(again.text).toContain('value="Ada &quot;A&quot;"')
  const email = newAddress()
  const thanks = await post(path, { ...fields, email, do: 'order' })
  expect(thanks.status).toBe(200)
  expect(thanks.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(thanks.text.match(/\/tickets\/\w+/g)).toHaveLength(2)
  expect((await mailsTo(harness, email))[0]?.subject).toBe('Your tickets: Open day')
  const soldOut = await post(path, { ...fields, quantity: '1', email: newAddress() })
  expect([soldOut.status, soldOut.text]).toEqual([
    409,
    expect.stringContaining('Not so many tickets are left.'),
  ])
  const waiting = await post(path, { ...fields, quantity: '1', email: newAddress(), do: 'wait' })
  expect(waiting.text).toContain('You are on the waiting list.')
  harness.configure(selling.call.orgId, { locale: 'de-AT' })
  const german = await get(path)
  expect(german.text).toContain('<html lang="de">')
  expect(german.text).toContain('Ausverkauft')
  const unknown = await get(`/p/${slug}/events/none`)
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('<html lang="de">')])
  expect(unknown.text).toContain('Seite nicht gefunden')
})

test('orders once when a visitor sends the form twice, and again from a new page', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 9 })
  const path = `/p/${harness.name(selling.call.orgId)}/events/open-day`
  const readKey = async () => /name="key" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? ''
  const email = newAddress()
  const fields = { ticketTypeId: selling.typeId, quantity: '1', name: 'Ada', email, do: 'order' }
  const key = await readKey()
  const both = await Promise.all([post(path, { ...fields, key }), post(path, { ...fields, key })])
  const codes = both.map(({ text }) => text.match(/\/tickets\/(\w+)/)?.[1])
  expect(codes[0]).toMatch(/^\w+$/)
  expect(codes[1]).toBe(codes[0])
  expect(await readSeats(selling)).toEqual({ sold: 1, held: 0 })
  // Another visitor with the same page, because a proxy keeps it, orders for themselves.
  await post(path, { ...fields, key, email: newAddress() })
  expect((await readSeats(selling)).sold).toBe(2)
  await post(path, { ...fields, key: await readKey() })
  expect(await readSeats(selling)).toEqual({ sold: 2, held: 1 })
})

test('responds 304 for an event page until its seats, texts, settings or language change', async () => {
  const hourMs = 3_600_000
  // The form's key changes with the hour, so this test begins a minute after one has begun.
  harness.clock.offsetMs = hourMs - (Date.now() % hourMs) + 60_000
  const selling = await aHappening(harness, { name: 'Entry', capacity: 90 })
  const { call, id, typeId } = selling
  const path = `/p/${harness.name(call.orgId)}/events/open-day`
  const readTag = async () => (await get(path)).headers.get('etag') ?? ''
  const isKept = async (tag: string) => (await get(path, { 'if-none-match': tag })).status === 304
  const fields = { ticketTypeId: typeId, quantity: '1', name: 'Ada', do: 'order' }
  const changes: Record<string, () => Promise<unknown>> = {
    seats: () => post(path, { ...fields, email: newAddress() }),
    texts: () => call('PATCH', `/api/happenings/${id}`, { description: 'Soup at noon' }),
    settings: async () => harness.configure(call.orgId, { imprint: 'Kai 1' }),
    language: async () => harness.configure(call.orgId, { imprint: 'Kai 1', locale: 'de-AT' }),
    time: async () => {
      harness.clock.offsetMs += hourMs
    },
  }
  const tags = new Set<string>()
  for (const [name, change] of Object.entries(changes)) {
    const tag = await readTag()
    expect(tag, name).toMatch(/^"\S+"$/)
    expect(await isKept(tag), name).toBe(true)
    expect(await isKept(`W/${tag}, "other"`), name).toBe(true)
    tags.add(tag)
    await change()
    expect(await isKept(tag), name).toBe(false)
  }
  expect(tags.size).toBe(Object.keys(changes).length)
})

test('shows tickets to the buyer alone if the address was confirmed by mail', async () => {
  const selling = await aHappening(harness, { name: 'Entry', capacity: 9 })
  const path = `/p/${harness.name(selling.call.orgId)}/events/open-day`
  const fields = { ticketTypeId: selling.typeId, quantity: '3', name: 'Ben', email: newAddress() }
  const held = await post(path, fields)
  expect(held.text).toContain('Open the link in the mail')
  const { id } = await harness.deps.db
    .updateTable('ticket_orders')
    .set({ status: 'confirmed', expires_at: null })
    .where('org_id', '=', selling.call.orgId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const shown = await get(`/p/${harness.name(selling.call.orgId)}/thanks?order=${id}`)
  expect(shown.text).toContain('Your order is confirmed')
  expect(shown.text).not.toContain('/tickets/')
  const other = await harness.seller()
  const foreign = await get(`/p/${harness.name(other.call.orgId)}/thanks?order=${id}`)
  expect(foreign.text).not.toContain('Your order is confirmed')
})

test('lists products and events for the sites of the organisation, without hidden and past ones', async () => {
  const { call } = await harness.seller()
  harness.configure(call.orgId, { locale: 'de-DE' })
  const plan = { name: 'Pflege', priceCents: 9_900, billingModel: 'recurring', interval: 'month' }
  await call('POST', '/api/offers', { ...plan, slug: 'pflege' })
  await call('POST', '/api/offers', { ...plan, name: 'Hidden', published: false })
  await aHappening(harness, undefined, { startsAt: '2031-05-03T17:00:00.000Z', place: 'Kai' }, call)
  await aHappening(
    harness,
    undefined,
    { title: 'Past', startsAt: '2020-05-03T17:00:00.000Z' },
    call,
  )
  const { products, events } = await callRpc(harness.bus, PublicCatalogue, { orgId: call.orgId })
  expect(products).toEqual([
    {
      name: 'Pflege',
      description: '',
      price: expect.stringMatching(/^99,00.€ im Monat$/),
      url: expect.stringMatching(/\/p\/[^/]+\/products\/pflege$/),
    },
  ])
  expect(events).toMatchObject([
    {
      title: 'Open day',
      place: 'Kai',
      url: expect.stringMatching(/\/p\/[^/]+\/events\/open-day$/),
    },
  ])
})

test('answers every address without a page with the same 404', async () => {
  const { call } = await harness.seller()
  const slug = harness.name(call.orgId)
  const paths = [
    '/p',
    '/p/no-such-org',
    '/p/no-such-org/products',
    `/p/${slug}/products/none`,
    `/p/${slug}/events/${'x'.repeat(3_000)}`,
    `/p/${slug}/events/%00`,
    `/p/${slug}/events/%E0%A4%A`,
    `/p/${slug}/other/%3Cscript%3E`,
    `/p/%2e%2e%2fapi/products`,
    `/p/${encodeURIComponent("' or 1=1 --")}/events`,
  ]
  const answers = await Promise.all(paths.map((path) => get(path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.text).toContain('Page not found')
  expect(answers[0]?.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect((await post(`/p/${slug}/events/none`, { name: 'x' })).status).toBe(404)
})

test('shows a page with 503 while the organisation cannot be read', async () => {
  const { call } = await harness.seller()
  const path = `/p/${harness.name(call.orgId)}/products`
  harness.identity.isAway = true
  try {
    const page = await get(path)
    expect([page.status, page.headers.get('retry-after'), page.text]).toEqual([
      503,
      '60',
      expect.stringContaining('not available right now'),
    ])
    expect(page.headers.get('cache-control')).toBe('no-store')
  } finally {
    harness.identity.isAway = false
  }
  expect((await get(path)).status).toBe(200)
})
