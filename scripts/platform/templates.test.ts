import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toSettledChannels } from '@atrium/contracts'
import { deliver, modelKey, openBox, openCalendars, putEvent } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { aPdf, eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Publisher, startPublisher } from './publisher.ts'

type Template = Awaited<ReturnType<Client['workflows']['listTemplates']>>['items'][number]

/** Templates with their own story. */
const elsewhere = { 'post-every-monday': 'monday-post.test.ts' }
/** Templates without a test, each with the reason (for example, a node needs a language model). */
const notPlayed: Readonly<Record<string, string>> = {}

const FilesOf = z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })) })
const person = '104857600000000000001'
const past = '2026-01-01T00:00:00.000Z'
let publisher: Publisher
let client: Client
let org: string
let mailbox: string
let page: string
let templates: readonly Template[]
beforeAll(async () => {
  publisher = await startPublisher('templates', {
    FETCH_PRIVATE_ADDRESSES: 'loopback',
    PAGENET_MANAGE_COMMENTS: 'true',
  })
  client = publisher.client
  org = (await client.me()).org?.id ?? ''
  mailbox = (await publisher.consent('mailbox')).get('connected') ?? ''
  await client.connect.model({ body: { provider: 'gateway', apiKey: modelKey } })
  const params = {
    network: 'pagenet',
    id: (await publisher.consent('pagenet')).get('picker') ?? '',
  } as const
  const settled = await client.connect.settlePicker({ params, body: { pageId: '1001' } })
  page = toSettledChannels(settled)[0]?.id ?? ''
  templates = await eventually(async () => {
    const { items } = await client.workflows.listTemplates()
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(plays)))
    return items
  })
})
afterAll(() => publisher?.stop())

/**
 * Creates a workflow from a template over the mailbox and activates it. Returns the workflow's id.
 */
async function activated(id: string, connector = mailbox): Promise<string> {
  const template = templates.find((each) => each.id === id)
  if (template === undefined) throw new Error(`no template ${id}`)
  const nodes = template.graph.nodes.map((node) => {
    if (node.type === 'read_feed')
      return { ...node, params: { url: `${publisher.sandbox.url}/web/feed.xml` } }
    return node.params['connector'] === ''
      ? { ...node, params: { ...node.params, connector } }
      : node
  })
  const graph = { ...template.graph, nodes }
  const workflow = await client.workflows.create({ body: { name: template.name, graph } })
  await client.workflows.update({ params: { id: workflow.id }, body: { active: true } })
  return workflow.id
}

/** Runs a template manually to the end of its run. */
const fired = async (id: string, connector = mailbox): Promise<void> =>
  runToEnd(await activated(id, connector))

async function runToEnd(workflow: string): Promise<void> {
  const { runId } = await client.workflows.run({ params: { id: workflow }, body: {} })
  for await (const _ of client.workflows.watch(workflow, runId));
  const run = await client.workflows.getRun({ params: { id: workflow, runId } })
  expect(run, JSON.stringify(run.nodes)).toMatchObject({ status: 'completed' })
}

interface Search {
  kind?: 'post' | 'calendar'
  status?: 'draft' | 'posted'
  tag?: string
  q?: string
}
const cards = async (query: Search) => (await client.cards.list({ query })).items
/** Waits until a search finds exactly one card. */
const buildCard = (query: Search, expected: object) =>
  eventually(async () => {
    const found = await cards(query)
    expect(found).toMatchObject([expected])
    return found[0]
  }, 8_000)
const drafted = (body: string) =>
  eventually(async () => {
    const drafts = await cards({ kind: 'post', status: 'draft' })
    expect(drafts.map((draft) => draft.body)).toContain(body)
  }, 8_000)
const noted = (id: string, text: string) =>
  eventually(async () => {
    const { items } = await client.cards.timeline({ params: { id }, query: {} })
    expect(items.map(({ body }) => body)).toContain(text)
  }, 8_000)
const mailed = (to: string, expected: object) =>
  eventually(async () => {
    const outbox = publisher.platform.env['MAIL_OUTBOX_DIR'] ?? ''
    const files = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
    const mails = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8'))),
    )
    expect(mails.filter((mail) => mail.to === to)).toMatchObject([expected])
  }, 8_000)
const addContact = (title: string, email: string) =>
  client.cards.create({ body: { kind: 'contact', title, fields: { email } } })

/** Submits a form on a sandbox page, as a user does in a browser. */
async function submit(url: string, form: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  expect(answer.status).toBeLessThan(400)
}

/** Returns an open invoice with its page at the processor. */
async function openInvoice(): Promise<{ id: string; number: string; url: string }> {
  const { connected } = await client.payments.status()
  if (!connected) {
    await submit((await client.payments.onboard()).url, { outcome: 'enable' })
    await client.payments.status()
    await client.invoices.setSeller({ body: { name: 'Studio & Co', city: 'Lyon', country: 'FR' } })
  }
  const customer = await client.customers.create({
    body: { name: 'Harbour Bakery', email: 'accounts@bakery.example', billingCountry: 'FR' },
  })
  const lineItems = [{ description: 'Audit', quantity: 1, unitAmountCents: 10_000 }]
  const draft = await client.invoices.create({ body: { customerId: customer.id, lineItems } })
  const open = await client.invoices.finalize({ params: { id: draft.id } })
  return { id: open.id, number: open.number ?? '', url: open.paymentsHostedInvoiceUrl ?? '' }
}

const plays: Readonly<Record<string, () => Promise<unknown>>> = {
  'publish-scheduled-posts': async () => {
    const post = { platform: 'pagenet' as const, channelId: page, firstComment: 'Open at seven' }
    const { id } = await client.cards.create({ body: { kind: 'post', body: 'Warm rolls', post } })
    await client.posts.approve({ params: { id }, body: { dueDate: past } })
    await fired('publish-scheduled-posts')
    const { pages } = publisher.sandbox.pagenet
    await eventually(() => {
      const posts = pages.flatMap((each) => each.posts)
      expect(posts).toMatchObject([
        { message: 'Warm rolls', comments: [{ message: 'Open at seven' }] },
      ])
    })
    await buildCard({ kind: 'post', status: 'posted' }, { id })
  },
  'post-captured-links': async () => {
    const [linked] = publisher.sandbox.web.pages.keys()
    const url = `${publisher.sandbox.url}/web/pages/${linked}`
    await activated('post-captured-links')
    await client.links.capture({ body: { url } })
    await drafted(`Worth reading: ${url}`)
  },
  'post-feed-entries': async () => {
    const { pages } = publisher.sandbox.web
    const articles = [...pages.values()].filter(({ profile }) => !profile)
    await fired('post-feed-entries')
    expect(articles.length).toBeGreaterThan(0)
    for (const { title } of articles) await drafted(title)
  },
  'announce-sites': async () => {
    await activated('announce-sites')
    const template = await client.templates.create({
      body: { name: 'Offer', markup: '<p>Rolls</p>' },
    })
    const instance = await client.templateInstances.create({ body: { templateId: template.id } })
    const { id } = await client.sites.create({
      body: { name: 'Spring offer', instanceId: instance.id },
    })
    await client.sites.publish({ params: { id } })
    await drafted('New on our site: Spring offer')
  },
  'card-for-failed-posts': async () => {
    await activated('card-for-failed-posts')
    const channelId = (await publisher.consent('forumnet')).get('connected') ?? ''
    const post = { platform: 'forumnet' as const, channelId }
    const fields = { subreddit: 'nowhere' }
    const body = { kind: 'post' as const, title: 'Lost', body: 'Text', fields, post }
    const { card } = await client.posts.publishAndWatch((await client.cards.create({ body })).id)
    const { message, fix } = card.post?.failure ?? { message: '', fix: '' }
    await buildCard(
      { tag: 'posts' },
      { title: 'A post on forumnet was refused', body: `${message}\n${fix}` },
    )
  },
  'answer-quote-requests': async () => {
    await activated('answer-quote-requests')
    const visitor = { name: 'Ana', email: 'ana@example.com', message: 'How much?' }
    const { id } = await client.quotes.submit({ body: { org, ...visitor } })
    await mailed(visitor.email, {
      subject: 'Your request',
      text: expect.stringContaining('Dear Ana'),
    })
    await noted(id, 'The request was confirmed to ana@example.com')
  },
  'greet-new-contacts': async () => {
    await activated('greet-new-contacts')
    const { id } = await addContact('Ada', 'ada@example.com')
    await noted(id, 'Contact Ada was created')
  },
  'follow-up-contacts': async () => {
    await activated('follow-up-contacts')
    const { id } = await addContact('Bea', 'bea@example.com')
    const fields = { contactId: id }
    await buildCard(
      { tag: 'follow-up' },
      { title: 'Call Bea', body: 'Address: bea@example.com', fields },
    )
  },
  'welcome-customers': async () => {
    await activated('welcome-customers')
    const email = 'reader@example.com'
    await client.customers.create({ body: { name: 'Reader', email, billingCountry: 'FR' } })
    await mailed(email, { subject: 'Welcome', text: expect.stringContaining('Dear Reader') })
  },
  'thank-for-payments': async () => {
    await activated('thank-for-payments')
    const { id, number, url } = await openInvoice()
    await submit(url)
    expect(await client.invoices.sync({ params: { id } })).toMatchObject({ status: 'paid' })
    const title = `Say thanks for ${number}`
    await buildCard({ tag: 'money', q: 'thanks' }, { title, fields: { invoiceId: id } })
  },
  'card-for-lost-invoices': async () => {
    await activated('card-for-lost-invoices')
    const { id, number, url } = await openInvoice()
    await submit(
      `${url.replace(/\/pay\/invoices\/([^/]+)\//, '/payments/$1/invoices/')}/uncollectible`,
    )
    expect(await client.invoices.sync({ params: { id } })).toMatchObject({
      status: 'uncollectible',
    })
    const title = `${number} was written off`
    await buildCard({ tag: 'money', q: 'written' }, { title, fields: { invoiceId: id } })
  },
  'mail-to-cards': async () => {
    const box = openBox(publisher.sandbox.mailbox.mail, person)
    const from = 'Mill <mill@example.com>'
    const mail = deliver(box, {
      from,
      to: 'us@example.com',
      subject: 'New flour',
      text: 'From Monday on',
    })
    await fired('mail-to-cards')
    await buildCard({ q: 'flour' }, { title: 'New flour', body: 'From Monday on' })
    const label = [...box.labels.values()].find(({ name }) => name === 'atrium')
    expect(box.messages.get(mail.id)?.labelIds).toContain(label?.id)
  },
  'bills-by-mail': async () => {
    const box = openBox(publisher.sandbox.mailbox.mail, person)
    const bytes = Buffer.from(aPdf('INVOICE 2026-017'))
    const mail = deliver(box, {
      from: 'Mill <mill@example.com>',
      to: 'us@example.com',
      subject: 'Your invoice 2026-017',
      text: 'See the file',
      attachments: [{ name: 'bill.pdf', contentType: 'application/pdf', bytes }],
    })
    await fired('bills-by-mail')
    const card = await buildCard({ tag: 'bill' }, { title: 'Pay: Your invoice 2026-017' })
    const [file] = FilesOf.parse(card?.fields).files
    expect(file?.name).toBe('bill.pdf')
    const stored = await client.request(new URL(file?.url ?? '').pathname)
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    const label = [...box.labels.values()].find(({ name }) => name === 'atrium-bill')
    expect(box.messages.get(mail.id)?.labelIds).toContain(label?.id)
  },
  'calendar-to-cards': async () => {
    await addEvent('Oven service')
    await fired('calendar-to-cards')
    await buildCard({ kind: 'calendar', q: 'Oven' }, { title: 'Oven service', status: 'todo' })
  },
  'prepare-meetings': async () => {
    await activated('prepare-meetings')
    await addEvent('Board meeting')
    await fired('calendar-to-cards')
    const event = await buildCard({ kind: 'calendar', q: 'Board' }, { title: 'Board meeting' })
    const fields = { eventCardId: event?.id }
    await buildCard({ tag: 'meeting', q: 'Board' }, { title: 'Prepare: Board meeting', fields })
  },
  'note-finished-cards': async () => {
    await activated('note-finished-cards')
    await noted(await finishedCard('Clean the oven'), 'Finished: Clean the oven')
  },
  'archive-finished-cards': async () => {
    const id = await finishedCard('Sweep the yard')
    await fired('archive-finished-cards')
    expect((await client.cards.get({ params: { id } })).status).toBe('archived')
  },
  'weekly-review': async () => {
    await fired('weekly-review')
    await buildCard({ tag: 'review' }, { title: 'Review the week' })
  },
  'monthly-close': async () => {
    await fired('monthly-close')
    await buildCard({ q: 'books' }, { title: 'Close the books of last month', tags: ['money'] })
  },
  'sort-by-hand': () => fired('sort-by-hand'),
  'sort-inbox-and-draft-replies': async () => {
    const box = openBox(publisher.sandbox.mailbox.mail, person)
    const mail = (subject: string, text: string) =>
      deliver(box, { from: 'Hotel <hotel@example.com>', to: 'us@example.com', subject, text })
    const workflow = await activated('sort-inbox-and-draft-replies')
    const decision = { certain: true, reason: 'As it reads', dueDate: '', tags: ['ask'] }
    const task = { title: 'Offer 200 rolls to the hotel', summary: 'They need 200 rolls.' }
    publisher.sandbox.model.script({
      match: 'Can you bake 200 rolls',
      json: { ...decision, ...task, actionable: true },
    })
    publisher.sandbox.model.script({
      match: 'Draft a short and friendly reply',
      text: 'Gladly!',
      times: 10,
    })
    mail('Rolls', 'Can you bake 200 rolls for Sunday?')
    await runToEnd(workflow)
    const card = await buildCard({ tag: 'ask' }, { title: task.title })
    await noted(card?.id ?? '', 'Gladly!')
  },
  'article-into-posts': async () => {
    const found = [...publisher.sandbox.web.pages.values()].find(
      ({ profile, scripted }) => !profile && !scripted,
    )
    const url = `${publisher.sandbox.url}/web/pages/${found?.slug}?again=1`
    const { model } = publisher.sandbox
    model.script({ match: 'Write a post of about 120 words', text: 'A long post about bread' })
    model.script({ match: 'Write one sentence of at most 200', text: 'A short post about bread' })
    await activated('article-into-posts')
    await client.links.capture({ body: { url } })
    await drafted('A long post about bread')
    await drafted('A short post about bread')
  },
  'summarise-the-week': async () => {
    await finishedCard('Repair the fence')
    const text = 'The fence is repaired.'
    publisher.sandbox.model.script({ match: 'These cards were finished this week', text })
    await fired('summarise-the-week')
    await buildCard({ tag: 'week' }, { title: 'The week in short', body: text })
  },
  'draft-answers-to-leads': async () => {
    const text = 'Dear Eve, thank you. For how many guests?'
    publisher.sandbox.model.script({ match: 'Draft a friendly answer', text })
    await activated('draft-answers-to-leads')
    const visitor = { name: 'Eve', email: 'eve@example.com', message: 'Cakes for a wedding' }
    const { id } = await client.quotes.submit({ body: { org, ...visitor } })
    await noted(id, text)
  },
  'supplier-invoices-into-accounting': async () => {
    const box = openBox(publisher.sandbox.mailbox.mail, person)
    const bytes = Buffer.from(aPdf('INVOICE no. 2026-044 Total 80.00 EUR VAT 20 %'))
    const workflow = await activated('supplier-invoices-into-accounting')
    deliver(box, {
      from: 'Salt works <salt@example.com>',
      to: 'us@example.com',
      subject: 'Invoice 2026-044',
      text: 'Invoice no. 2026-044\nTotal 80.00 EUR\nVAT 20 %',
      attachments: [{ name: 'invoice.pdf', contentType: 'application/pdf', bytes }],
    })
    await runToEnd(workflow)
    await buildCard(
      { tag: 'to-pay', q: '2026-044' },
      { title: 'Pay: Invoice 2026-044', body: expect.stringContaining('2026-044') },
    )
  },
  'video-into-tasks': async () => {
    const { videonet, model } = publisher.sandbox
    const channel = (await publisher.consent('videonet')).get('connected') ?? ''
    const [own] = videonet.channels
    videonet.videos.push({
      id: 'video000001',
      channelId: own?.id ?? '',
      title: 'A year in the bakery',
      description: 'We talk about flour. Remember to order rye from the mill.',
      categoryId: '22',
      privacy: 'public',
      bytes: 10,
      sha256: '0'.repeat(64),
      createdAt: new Date(),
      comments: [],
    })
    model.script({
      match: 'A year in the bakery',
      json: { summary: 'About flour', points: ['Order rye from the mill'], links: [] },
    })
    await fired('video-into-tasks', channel)
    await buildCard(
      { tag: 'from-video' },
      { title: 'Order rye from the mill', body: expect.stringContaining('A year in the bakery') },
    )
  },
  // Plays last, because the Page is lost.
  'reconnect-channels': async () => {
    await activated('reconnect-channels')
    publisher.sandbox.pagenet.revokeAll()
    const post = { platform: 'pagenet' as const, channelId: page }
    const { id } = await client.cards.create({ body: { kind: 'post', body: 'Too late', post } })
    await client.posts.publishAndWatch(id)
    const fields = { channelId: page }
    await buildCard({ tag: 'channels' }, { title: 'Connect Harbour Bakery again', fields })
  },
}

async function addEvent(summary: string): Promise<void> {
  const { calendars, user } = publisher.sandbox.mailbox
  const [mine] = openCalendars(calendars, user(person)).values()
  if (mine === undefined) throw new Error('a calendar is there')
  const at = (hours: number) => ({
    dateTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  putEvent(mine, { summary, start: at(24), end: at(25) })
}

async function finishedCard(title: string): Promise<string> {
  const { id } = await client.cards.create({ body: { title } })
  await client.cards.update({ params: { id }, body: { status: 'done' } })
  return id
}

test('plays every template, here or in its own story, unless it has a reason', () => {
  const known = [plays, elsewhere, notPlayed].flatMap((each) => Object.keys(each))
  expect(templates.map(({ id }) => id).sort()).toEqual(known.sort())
})

test.each(Object.entries(plays))(
  'plays %s from its trigger to its effect',
  async (_, play) => void (await play()),
)
