import {
  cancelEvent,
  deliver,
  endTokens,
  moveEvent,
  openBox,
  openCalendars,
  putEvent,
} from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { aPdf, eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawWorkflow } from './draw-workflow.ts'
import { type Publisher, startPublisher } from './publisher.ts'

const owner = '104857600000000000001'
let publisher: Publisher
let client: Client
let connector: string
beforeAll(async () => {
  publisher = await startPublisher('inbox', { FETCH_PRIVATE_ADDRESSES: 'loopback' })
  client = publisher.client
  connector = (await publisher.consent('mailbox')).get('connected') ?? ''
  const needed = ['read_mailbox', 'save_attachments', 'create_card', 'tag', 'calendar_to_tasks']
  await eventually(async () => {
    const types = (await client.workflows.listNodes()).items.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(needed))
  })
})
afterAll(() => publisher?.stop())

test('turns a mail with an invoice into a labelled card with its file and does not read it again', async () => {
  const box = openBox(publisher.sandbox.mailbox.mail, owner)
  const pdf = Buffer.from(aPdf('INVOICE no. 2026-017 VAT 20% Total 1234.50 EUR'))
  const invoice = deliver(box, {
    from: 'Mill <billing@mill.example>',
    to: 'bakery@example.com',
    subject: 'Your invoice 2026-017',
    text: 'Please find our invoice attached.',
    attachments: [
      { name: 'invoice-2026-017.pdf', contentType: 'application/octet-stream', bytes: pdf },
    ],
  })
  const greeting = {
    from: 'ada@example.com',
    to: 'bakery@example.com',
    subject: 'Hello',
    text: 'How are you?',
  }
  deliver(box, greeting)
  const run = await drawWorkflow(client, 'Bills', [
    ['read_mailbox', { connector, excludeLabel: 'atrium-bill' }],
    ['collect_invoices', {}, 'invoices'],
    ['save_attachments', { connector }],
    [
      'create_card',
      {
        title: 'Pay: {{ $json.title }}',
        tags: ['bill'],
        fields: { files: '{{ $json.files }}', number: '{{ $json.invoice.number }}' },
      },
    ],
    ['tag', { connector, label: 'atrium-bill' }],
  ])
  const first = await run()
  expect(first['read_mailbox']).toMatchObject({ itemsOut: 2 })
  expect(first['collect_invoices']).toMatchObject({ outputs: { invoices: 1, rejected: 1 } })
  expect(first['save_attachments']).toMatchObject({ message: '1 files saved' })

  const cards = async () => (await client.cards.list({ query: { tag: 'bill' } })).items
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  expect(card).toMatchObject({
    title: 'Pay: Your invoice 2026-017',
    fields: { number: '2026-017' },
  })
  const files = card?.fields['files'] as { url: string; name: string; contentType: string }[]
  expect(files).toMatchObject([{ name: 'invoice-2026-017.pdf', contentType: 'application/pdf' }])
  const { pathname } = new URL(files[0]?.url ?? '')
  const own = await client.request(pathname)
  expect([own.status, Buffer.from(await own.arrayBuffer()).equals(pdf)]).toEqual([200, true])
  expect((await fetch(publisher.platform.baseUrl + pathname)).status).toBe(404)

  const label = [...box.labels.values()].find(({ name }) => name === 'atrium-bill')
  expect(box.messages.get(invoice.id)?.labelIds).toContain(label?.id)
  const second = await run()
  expect(second['read_mailbox']).toMatchObject({ itemsOut: 1 })
  expect(second['save_attachments']?.status).toBe('skipped')
  expect(await cards()).toHaveLength(1)
  const usage = await client.assets.usage()
  expect(usage.count).toBe(1)
})

test('creates no second card or file if the run fails after the card and reads the mail again', async () => {
  const { mailbox } = publisher.sandbox
  const before = (await client.assets.usage()).count
  deliver(openBox(mailbox.mail, owner), {
    from: 'Dairy <billing@dairy.example>',
    to: 'bakery@example.com',
    subject: 'Butter',
    text: 'See the file',
    attachments: [{ name: 'butter.pdf', contentType: 'application/pdf', bytes: aPdf('Butter') }],
  })
  const run = await drawWorkflow(client, 'Butter', [
    ['read_mailbox', { connector, query: 'subject:Butter', excludeLabel: 'done' }],
    ['save_attachments', { connector }],
    [
      'create_card',
      { title: '{{ $json.title }}', tags: ['butter'], fields: { file: '{{ $json.file }}' } },
    ],
    ['tag', { connector, label: 'done' }],
  ])
  mailbox.faults.add({ kind: 'status', status: 400, match: '/batchModify' })
  const failed = await run('failed')
  expect(failed['create_card']).toMatchObject({ status: 'completed', itemsOut: 1 })
  expect(failed['tag']).toMatchObject({ status: 'failed', error: expect.any(String) })
  expect((await run())['read_mailbox']).toMatchObject({ itemsOut: 1 })
  expect((await run())['read_mailbox']).toMatchObject({ itemsOut: 0 })
  expect((await client.cards.list({ query: { tag: 'butter' } })).items).toHaveLength(1)
  expect((await client.assets.usage()).count).toBe(before + 1)
})

test('updates the card when an event moves in time or between calendars and ends it when the event is cancelled', async () => {
  const { mailbox } = publisher.sandbox
  const [mine, team] = [...openCalendars(mailbox.calendars, mailbox.user(owner)).values()]
  if (mine === undefined || team === undefined) throw new Error('two calendars are there')
  const at = (hours: number) => ({
    dateTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  const event = putEvent(mine, { summary: 'Oven service', start: at(24), end: at(25) })
  const run = await drawWorkflow(client, 'Calendar', [['calendar_to_tasks', { connector }]])
  const counts = async () => (await run())['calendar_to_tasks']?.message
  const cards = async () => (await client.cards.list({ query: { kind: 'calendar' } })).items

  expect(await counts()).toBe('1 created')
  const [card] = await cards()
  expect(card).toMatchObject({ title: 'Oven service', fields: { calendarId: mine.id } })
  expect(await counts()).toBe('Nothing changed')

  putEvent(mine, { ...event, start: at(48), end: at(49) })
  expect(await counts()).toBe('1 updated')
  const moved = (await cards())[0]
  expect([moved?.id, Date.parse(moved?.dueDate ?? '') - Date.parse(card?.dueDate ?? '')]).toEqual([
    card?.id,
    expect.closeTo(24 * 3_600_000, -4),
  ])

  moveEvent(mine, team, event.id)
  expect(await counts()).toBe('1 updated')
  expect(await cards()).toMatchObject([
    { id: card?.id, status: 'todo', fields: { calendarId: team.id } },
  ])

  endTokens(mine)
  endTokens(team)
  expect(await counts()).toBe('1 unchanged')

  cancelEvent(team, event.id)
  expect(await counts()).toBe('1 retired')
  expect(await cards()).toMatchObject([
    { id: card?.id, status: 'archived', tags: ['calendar:cancelled'] },
  ])
})

test("reads a captured link into a card with its page's title, description and text", async () => {
  const { pages } = publisher.sandbox.web
  const page = [...pages.values()].find(({ profile, scripted }) => !profile && !scripted)
  if (page === undefined) throw new Error('the web has a page')
  const url = `${publisher.sandbox.url}/web/pages/${page.slug}`
  const { id } = await client.links.capture({ body: { url } })
  await eventually(async () => {
    const card = await client.cards.get({ params: { id } })
    expect(card).toMatchObject({
      kind: 'link',
      status: 'enriched',
      title: page.title,
      body: expect.stringContaining(page.text.slice(0, 60)),
      // The sandbox model summarises its input, including the page's description.
      fields: { url, summary: expect.stringContaining(page.description) },
    })
  })
})
