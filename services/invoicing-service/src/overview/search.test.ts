import { InvoicingSearch } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { aHappening, order, visitor } from '../../test/tickets.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
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
