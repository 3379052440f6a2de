import { deliverByImap, openImapBox, sandboxMailAccount } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { aPdf, eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawWorkflow } from './draw-workflow.ts'
import { type Publisher, startPublisher } from './publisher.ts'

let publisher: Publisher
let client: Client
let connector: string
beforeAll(async () => {
  publisher = await startPublisher('imap', { FETCH_PRIVATE_ADDRESSES: 'loopback' })
  client = publisher.client
  const { ports } = publisher.sandbox.imap
  const { channel } = await client.connect.imap({
    body: {
      ...sandboxMailAccount,
      host: '127.0.0.1',
      port: ports.imap,
      smtpHost: '127.0.0.1',
      smtpPort: ports.smtp,
      from: sandboxMailAccount.user,
    },
  })
  connector = channel.id
  const needed = ['read_mailbox', 'save_attachments', 'create_card', 'tag', 'send_email']
  await eventually(async () => {
    const types = (await client.workflows.listNodes()).items.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(needed))
  })
})
afterAll(() => publisher?.stop())

test('files a bill from a mailbox by IMAP, replies from its own address and reads the mail once', async () => {
  const { imap } = publisher.sandbox
  const box = openImapBox(imap)
  const pdf = Buffer.from(aPdf('INVOICE no. 2026-017 VAT 20% Total 1234.50 EUR'))
  deliverByImap(box, {
    from: 'Mill <billing@mill.example>',
    to: box.user,
    subject: 'Your invoice 2026-017',
    text: 'Please find our invoice attached.',
    attachments: [{ name: 'invoice-2026-017.pdf', contentType: 'application/pdf', bytes: pdf }],
  })
  deliverByImap(box, { from: 'ada@example.com', to: box.user, subject: 'Hello', text: 'Hi' })
  const run = await drawWorkflow(client, 'Bills by IMAP', [
    ['read_mailbox', { connector, query: 'has:attachment', excludeLabel: 'atrium-bill' }],
    ['collect_invoices', {}, 'invoices'],
    ['save_attachments', { connector }],
    [
      'create_card',
      { title: 'Pay: {{ $json.title }}', tags: ['bill'], fields: { files: '{{ $json.files }}' } },
    ],
    [
      'send_email',
      { connector, to: 'billing@mill.example', subject: 'Received', text: 'We have your invoice.' },
    ],
    ['tag', { connector, label: 'atrium-bill' }],
  ])
  const first = await run()
  expect(first['tag']).toMatchObject({ itemsIn: 1, itemsOut: 1 })
  const { items } = await client.cards.list({ query: { tag: 'bill' } })
  expect(items.map(({ title }) => title)).toEqual(['Pay: Your invoice 2026-017'])
  expect(imap.sent).toMatchObject([{ from: box.user, to: ['billing@mill.example'] }])
  expect(box.folders.get('Sent')?.messages).toHaveLength(1)

  const second = await run()
  expect(second['read_mailbox']).toMatchObject({ itemsOut: 0 })
  expect(imap.sent).toHaveLength(1)
})
