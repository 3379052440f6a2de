import { InvoicingSearch } from '@atrium/contracts'
import { matchesPhone } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aLine, createCustomer, createDraft, startHarness, toId } from '../../test/harness.ts'
import { aHappening, order, visitor } from '../../test/tickets.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const search = async (orgId: string, q: string) =>
  (await callRpc(harness.bus, InvoicingSearch, { orgId, userId: 'usr_1', q })).items

test('finds events by title and venue, and ticket holders by name and address', async () => {
  const selling = await aHappening(harness, undefined, { title: 'Open day', place: 'Harbour hall' })
  await order(harness, selling, { email: visitor.email })
  const { orgId } = selling.call
  expect(await search(orgId, 'open d')).toMatchObject([
    {
      type: 'happening',
      id: selling.id,
      subtitle: 'Harbour hall',
      href: `/events/${selling.id}`,
    },
  ])
  expect(await search(orgId, 'HALL')).toMatchObject([{ type: 'happening', id: selling.id }])
  const holder = {
    type: 'ticket',
    title: visitor.name,
    subtitle: `${visitor.email}, Open day`,
    href: `/events/${selling.id}?q=${encodeURIComponent(visitor.email)}`,
  }
  expect(await search(orgId, 'ada')).toMatchObject([holder])
  expect(await search(orgId, visitor.email)).toMatchObject([holder])
  expect(await search((await aHappening(harness)).call.orgId, visitor.email)).toEqual([])
})

test('finds an exact name first if more names contain the text than a search shows', async () => {
  const call = harness.as('admin')
  const make = (name: string) => call('POST', '/api/customers', { name, email: 'a@example.com' })
  for (let at = 0; at < 24; at += 1) expect((await make(`A Zoe ${at}`)).status).toBe(201)
  await make('Zoe')
  const found = await search(call.orgId, 'zoe')
  expect([found[0]?.title, found.length]).toEqual(['Zoe', 20])
})

test.each([
  ['soren', 'Søren Ågård'],
  ['STRASSE', 'Bäckerei an der Straße'],
  ['売上', '今月の売上株式会社'],
  ['lodz', 'Łódź Foods'],
])('finds a customer by %s in search and list: %s', async (q, name) => {
  const call = harness.as('admin')
  for (const one of [name, 'Another one'])
    await call('POST', '/api/customers', { name: one, email: 'a@example.com' })
  expect((await search(call.orgId, q)).map(({ title }) => title)).toEqual([name])
  const list = await call('GET', `/api/customers?q=${encodeURIComponent(q)}`)
  expect(list.body.items).toMatchObject([{ name }])
})

test.each([
  ['+33612345678', ['French', 'Without prefix', 'Written with (0)']],
  ['0612345678', ['French', 'German', 'Without prefix', 'Written with (0)']],
  ['０６ 12.34.56.78', ['French', 'German', 'Without prefix', 'Written with (0)']],
  ['612 34', []],
  ['%_345678', []],
])('finds customers and their invoices by the phone number %s', async (q, names) => {
  const call = harness.as('admin')
  const numbers = {
    French: '+33 6 12 34 56 78',
    German: '0049 612/345678',
    'Written with (0)': '+33 (0)6-12-34-56-78',
    'Without prefix': '06 12 34 56 78',
    Another: '06 12 34 56 79',
  }
  for (const [name, phone] of Object.entries(numbers))
    await createDraft(call, { customerId: await createCustomer(call, { name, phone }) })
  const query = `?q=${encodeURIComponent(q)}`
  const list = async (path: string, name: 'name' | 'customerName') => {
    const { body } = await call('GET', path + query)
    const items = body['items'] as unknown as Record<string, string>[]
    return items.map((item) => item[name]).sort()
  }
  expect(await list('/api/customers', 'name')).toEqual(names)
  expect(await list('/api/invoicing', 'customerName')).toEqual(names)
  const found = await search(call.orgId, q)
  const customers = found.filter(({ type }) => type === 'customer')
  expect(customers.map(({ title }) => title).sort()).toEqual(names)
  for (const { title, subtitle } of customers)
    expect(subtitle).toContain(numbers[title as keyof typeof numbers])
  expect(await search(harness.as('admin').orgId, q)).toEqual([])
})

test('finds estimates by number and by customer, in the organisation only', async () => {
  const call = harness.as('admin')
  const customerId = await createCustomer(call, { name: 'Søren Sails' })
  const id = toId(await call('POST', '/api/estimates', { customerId, lineItems: [aLine] }))
  const list = async (q: string, orgId = call.orgId) =>
    (await search(orgId, q)).filter(({ type }) => type === 'estimate')
  const href = `/estimates/${id}`
  expect(await list('soren')).toEqual([
    { type: 'estimate', id, title: 'Draft estimate', subtitle: 'Søren Sails, draft', href },
  ])
  const { body } = await call('POST', `/api/estimates/${id}/send`)
  const number = String(body['number'])
  expect(await list(number.toLowerCase())).toMatchObject([{ id, title: number }])
  expect(await list(number, harness.as('admin').orgId)).toEqual([])
  expect(await list('%')).toEqual([])
})

test('has an index for the search by phone number', async () => {
  await harness.deps.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ plan: string }>`explain select 1 from customers
      where org_id = 'org_1' and ${matchesPhone('phone', '+33 6 12 34 56 78')}`.execute(tx)
    const plan = rows.map((row) => Object.values(row).join()).join('\n')
    expect(plan).toMatch(/customers_phone/)
  })
})
