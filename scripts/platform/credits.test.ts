import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { deliver, openBox } from '@atrium/sandbox'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { submit } from '../money/submit.ts'
import { type MeteredShop, startMeteredShop, sumCredits } from './metered-shop.ts'

import { keptBy, tryEveryNode } from './try-every-node.ts'

const execute = promisify(execFile)
const owner = '104857600000000000001'
/** Credits per character read aloud: 0.005 USD, with a markup of 1.2. */
const perCharacter = 6
let shop: MeteredShop

beforeAll(async () => {
  shop = await startMeteredShop()
}, 240_000)
afterAll(() => shop?.publisher.stop())

test('buys a plan on the processor’s page and cancels it in the portal', async () => {
  const { client } = shop
  const { plan, plans } = await client.entitlements.gate()
  expect([plan, plans.map(({ slug }) => slug)]).toEqual(['free', ['pro']])
  await submit((await client.entitlements.checkout({ body: { offerSlug: 'pro' } })).url, {
    email: 'me@example.com',
    name: 'Me',
  })
  const readPlan = async () => (await client.entitlements.gate()).plan
  await eventually(async () => expect(await readPlan()).toBe('pro'))
  const portal = (await client.entitlements.portal()).url
  const page = await (await fetch(portal)).text()
  const subscription = /name="subscription" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await submit(portal, { subscription, move: 'cancel' })
  await eventually(async () => expect(await readPlan()).toBe('free'))
})

test('spends credits on models down to the last one, halts with a top-up link and continues after a top-up', async () => {
  const { publisher, client, topUp, balance, drawn } = shop
  const { sandbox } = publisher
  const connector = (await publisher.consent('mailbox')).get('connected') ?? ''
  const box = openBox(sandbox.mailbox.mail, owner)
  const mail = (subject: string, text: string) =>
    deliver(box, { from: 'Ana <ana@harbour.example>', to: 'bakery@example.com', subject, text })
  await topUp(1_000)
  let spent = 0
  const count = <R extends { nodes: readonly { usage: unknown }[] }>(run: R): R => {
    spent += sumCredits(run)
    return run
  }

  // Mails arrive. Triage makes cards and dismisses others.
  const decision = (actionable: boolean, title: string) => ({
    json: {
      actionable,
      certain: true,
      reason: 'As it reads',
      title,
      summary: title,
      dueDate: '',
      tags: [],
    },
  })
  sandbox.model.script({ match: 'The oven is cold', ...decision(true, 'Repair the oven') })
  sandbox.model.script({ match: 'Ten tips', ...decision(false, '') })
  mail('Oven', 'The oven is cold. Please send somebody.')
  mail('News', 'Ten tips for your shop')
  const inbox = await drawn('Inbox', [
    ['read_mailbox', { connector }],
    ['triage', {}],
  ])
  const sorted = count(await inbox.run())
  expect(sorted.byType['triage']).toMatchObject({
    outputs: { actionable: 1, dismissed: 1 },
    usage: { calls: 2, credits: 2 },
  })
  const [card] = (await client.cards.list({ query: { q: 'oven' } })).items
  expect(card).toMatchObject({ title: 'Repair the oven' })
  expect(await balance()).toBe(1_000 - spent)

  // The workflow enriches a link.
  const page = [...sandbox.web.pages.values()].find(
    ({ profile, scripted }) => !profile && !scripted,
  )
  if (page === undefined) throw new Error('the web has a page')
  sandbox.model.script({
    match: page.title,
    json: { usable: true, reason: '', summary: 'About bread', tags: ['bread'] },
  })
  const link = await client.links.capture({
    body: { url: `${sandbox.url}/web/pages/${page.slug}` },
  })
  await eventually(async () => {
    const enriched = await client.cards.get({ params: { id: link.id } })
    expect(enriched).toMatchObject({ status: 'enriched', fields: { summary: 'About bread' } })
  })
  const ofLink = (await client.credits.spend({ query: { by: 'workflow' } })).items.filter(
    ({ key }) => key !== inbox.id,
  )
  expect(ofLink).toMatchObject([
    { key: expect.stringMatching(/^internal:link-enrichment:/), credits: 1 },
  ])
  spent += 1
  expect(await balance()).toBe(1_000 - spent)

  // The workflow reads a card aloud.
  const aloud = await drawn('Aloud', [['tts', { taskId: card?.id }]])
  const spoken = count(await aloud.run())
  expect(spoken.byType['tts']).toMatchObject({ itemsOut: 1, usage: { provider: 'speech' } })
  const { fields } = await client.cards.get({ params: { id: card?.id ?? '' } })
  const audio = await fetch(String(fields['audio']))
  expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  expect(await balance()).toBe(1_000 - spent)

  // The workflow cleans a draft.
  const clean = 'We bake bread at night, so that it is warm at seven.'
  const draft = await client.cards.create({
    body: {
      kind: 'post',
      body: 'In today’s fast-paced world, we unlock the power of bread. A testament to tradition, it is a game-changer.',
      destination: { scheme: 'manual', host: 'linkedin.com' },
    },
  })
  sandbox.model.script({ match: 'The weaknesses:', json: { text: clean } })
  const edited = count(
    await (
      await drawn('Edit', [
        ['read_tasks', { kind: 'post' }],
        ['remove_ai_slop', {}],
        ['update_task', {}],
      ])
    ).run(),
  )
  expect(edited.byType['remove_ai_slop']).toMatchObject({ outputs: { main: 1 } })
  expect(await client.cards.get({ params: { id: draft.id } })).toMatchObject({
    body: clean,
    tags: ['writing:deslopped'],
  })
  expect(await balance()).toBe(1_000 - spent)

  // The estimate for the next run is based on earlier runs.
  expect(await client.credits.estimate({ query: { workflowId: inbox.id } })).toMatchObject({
    runs: 1,
    typicalCredits: 2,
    highestCredits: 2,
    available: 1_000 - spent,
    monthLeft: null,
    covered: true,
  })

  // The limits for the month, for one workflow and for the organisation halt runs before a call.
  mail('Flour', 'When does the flour come? Number 0')
  const none = { monthlyCredits: null, workflowMonthlyCredits: null, workflows: [] }
  for (const limit of [
    { workflows: [{ workflowId: inbox.id, monthlyCredits: 2 }] },
    { monthlyCredits: spent },
  ]) {
    await client.credits.setLimits({ body: { ...none, ...limit } })
    expect(await client.credits.estimate({ query: { workflowId: inbox.id } })).toMatchObject({
      monthLeft: 0,
      covered: false,
    })
    const limited = await inbox.run('failed')
    expect(limited.byType['triage']).toMatchObject({
      fix: { href: '/settings/billing' },
      usage: null,
    })
  }
  await client.credits.setLimits({ body: none })

  // The credits reach zero in the middle of a run.
  const rest = 3
  const characters = Math.floor((1_000 - spent - rest) / perCharacter)
  const left = 1_000 - spent - characters * perCharacter
  count(
    await (
      await drawn('Long', [['tts', { taskId: card?.id, text: 'x'.repeat(characters) }]])
    ).run(),
  )
  expect(await balance()).toBe(left)
  sandbox.model.script({
    match: 'When does the flour come',
    times: 100,
    ...decision(true, 'Answer about the flour'),
  })
  for (let at = 1; at < 12; at += 1) mail(`Flour ${at}`, `When does the flour come? Number ${at}`)
  const halted = count(await inbox.run('failed'))
  expect(halted.byType['triage']).toMatchObject({
    status: 'failed',
    fix: { label: 'Top up credits', href: '/settings/billing' },
    usage: { calls: left, credits: left },
    error: expect.stringContaining(`after ${left} of 12 items`),
  })
  expect([spent, await balance()]).toEqual([1_000, 0])
  const { total } = await client.cards.list({ query: { q: 'flour' } })
  expect(total).toBe(left)

  // After a top-up the rest continues. Nothing is judged, created or paid twice.
  await topUp(1_000)
  const resumed = await inbox.run()
  expect(resumed.byType['triage']).toMatchObject({
    outputs: { actionable: 12, dismissed: 0 },
    usage: { calls: 12 - left, credits: 12 - left },
  })
  expect((await client.cards.list({ query: { q: 'flour' } })).total).toBe(12)
  expect(await balance()).toBe(1_000 - sumCredits(resumed))
  const { transactions } = await client.credits.get({ query: { limit: 100 } })
  expect(transactions.reduce((sum, { credits }) => sum + credits, 0)).toBe(await balance())
})

test('reports working models in health, palette and a token stream', async () => {
  const { publisher, client, drawn } = shop
  const { sandbox } = publisher
  const health = (await (await client.request('/api/health')).json()) as Record<string, unknown>
  expect(JSON.stringify(health)).toContain('"enrichEnabled":true')
  const words = Array.from({ length: 12 }, (_, at) => `word${at}`).join(' ')
  sandbox.model.script({ match: 'Write twelve words', text: words })
  sandbox.model.tokenMs = 100
  const { id } = await drawn('Stream', [['agent', { prompt: 'Write twelve words' }]])
  const { runId } = await client.workflows.run({ params: { id }, body: {} })
  const texts: string[] = []
  for await (const { event, data } of client.workflows.watch(id, runId)) {
    const node = z
      .object({ nodeId: z.string(), status: z.string(), message: z.string().nullable() })
      .safeParse(data)
    if (
      event === 'node' &&
      node.success &&
      node.data.status === 'running' &&
      node.data.message !== null
    ) {
      texts.push(node.data.message)
    }
  }
  sandbox.model.tokenMs = 0
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(words.startsWith(text.trim())).toBe(true)
})

test('tries every node without writing a row, sending a mail, storing a file, calling outside or spending a credit', async () => {
  const { publisher, client, outside, balance, drawn } = shop
  const { platform } = publisher
  const make = async (kind: 'post' | 'link' | 'contact', more: object = {}): Promise<string> =>
    (await client.cards.create({ body: { kind, title: 'Rolls', body: 'Warm rolls', ...more } })).id
  const post = await make('post', { post: { platform: 'pronet' } })
  const cards = new Map([
    ['update_link', await make('link')],
    ['update_contact', await make('contact')],
  ])
  const { id: workflow } = await drawn('Tried', [['limit', {}]])
  const [channel] = (await client.connect.list()).items
  const workflows = { wf_prices: workflow, wf_letter: workflow }
  const real = {
    ...workflows,
    chn_1: channel?.id ?? '',
    'social://us@x.com': 'manual://linkedin.com',
    'ada@example.com': (await client.me()).user.email,
  }
  let before = await keptBy(platform)
  await eventually(async () => {
    const since = [before, outside.length]
    before = await keptBy(platform)
    expect([before, outside.length]).toEqual(since)
  })
  const left = await balance()
  const asked = outside.length
  const found = await tryEveryNode(client, workflow, (type) => ({
    ...real,
    task_1: cards.get(type) ?? post,
  }))
  expect(outside.slice(asked)).toEqual([])
  const after = await keptBy(platform)
  const changed = Object.keys(after.rows).filter((name) => after.rows[name] !== before.rows[name])
  expect([changed, after.mails, after.files]).toEqual([[], before.mails, before.files])
  expect(await balance()).toBe(left)
  expect(found.size).toBeGreaterThan(45)
  // Every node reports that it would have acted, except for a waiting node and one without work.
  const silent = [...found].filter(
    ([, { effects, tried }]) => effects.length > 0 && tried.wouldDo.length === 0,
  )
  expect(silent.map(([type]) => type).toSorted()).toEqual(['capture_comments', 'wait'])
})

test("evaluates the labelled examples with a user's model and reports precision, recall and cost", async () => {
  const { publisher, client, balance } = shop
  const { env } = publisher.platform
  const { user, org } = await client.me()
  const before = await balance()
  const { stdout } = await execute(
    process.execPath,
    ['scripts/evaluate.ts', '--org', org?.id ?? '', '--user', user.id],
    { cwd: new URL('../..', import.meta.url), env: { ...process.env, ...env } },
  )
  const rows = [
    ...stdout.matchAll(/^(\w+) +(\d+) +([\d.]+) % +([\d.]+) % +(\d+) +(\d+) +[\d.]+ USD +(\d+)$/gm),
  ]
  const of = Object.fromEntries(
    rows.map(([, name = '', ...figures]) => [name, figures.map(Number)]),
  )
  expect(Object.keys(of), stdout).toEqual(['triage', 'slop', 'invoices'])
  for (const [examples = 0, precision = 0, recall = 0, leftOut] of Object.values(of)) {
    expect(examples).toBeGreaterThanOrEqual(40)
    expect([precision > 50, recall > 30, leftOut], stdout).toEqual([true, true, 0])
  }
  const credits = Object.values(of).reduce((sum, [, , , , , charged = 0]) => sum + charged, 0)
  expect(credits).toBeGreaterThan(40)
  expect(await balance()).toBe(before - credits)
})

test('names an item with unusable responses, its cause and remedy, charges nothing, and halts the run when a key expires', async () => {
  const { publisher, client, balance, drawn } = shop
  const { sandbox } = publisher
  const cards = async (tag: string, bodies: readonly string[]) => {
    for (const [at, body] of bodies.entries())
      await client.cards.create({
        body: { kind: 'task', title: `${tag} ${at}`, body, tags: [tag] },
      })
  }
  await cards('faulty', ['Fresh bread at seven', '[[long]]', '[[broken-json]]', 'Rolls at nine'])
  const before = await balance()
  sandbox.model.script({
    match: 'Fresh bread at seven',
    json: { usable: true, reason: '', summary: 'Bread at seven', tags: ['bread'] },
  })
  // Two well-formed responses contain an amount from nowhere. Both are charged and refunded.
  sandbox.model.script({
    match: 'Rolls at nine',
    times: 2,
    json: { usable: true, reason: '', summary: 'Rolls for 999 EUR', tags: ['rolls'] },
  })
  const faulty = await (
    await drawn('Faulty', [
      ['read_tasks', { tag: 'faulty' }],
      ['enrich', {}],
    ])
  ).run()
  expect(faulty.byType['enrich']).toMatchObject({ itemsIn: 4, itemsOut: 1, usage: { credits: 1 } })
  const message = faulty.byType['enrich']?.message ?? ''
  expect(message).toContain('3 of 4 left out')
  for (const named of [
    '“faulty 1”: ',
    '“faulty 2”: ',
    '(Change the text',
    '(The next run tries again',
  ]) {
    expect(message).toContain(named)
  }
  expect(await balance()).toBe(before - 1)
  const { transactions } = await client.credits.get({ query: { limit: 10 } })
  expect(transactions.map(({ kind }) => kind).filter((kind) => kind === 'refund')).toHaveLength(2)

  await cards(
    'many',
    Array.from({ length: 8 }, () => 'Bread'),
  )
  const apiKey = sandbox.model.addKey('a-key-of-the-person')
  await client.connect.model({ body: { provider: 'gateway', apiKey } })
  sandbox.model.script({ match: 'Name the bread', times: 20, text: 'Rye', delayMs: 200 })
  const seen = sandbox.model.requests.length
  const many = await drawn('Many', [
    ['read_tasks', { tag: 'many' }],
    ['agent', { prompt: 'Name the bread' }],
  ])
  const running = many.run('failed')
  await eventually(() => expect(sandbox.model.requests.length).toBe(seen + 5))
  sandbox.model.keys.set(apiKey, 'revoked')
  const { byType } = await running
  expect(byType['agent']).toMatchObject({
    status: 'failed',
    fix: { href: '/channels' },
    usage: { calls: 5, credits: 0 },
    error: expect.stringContaining('(after 5 of 8 items)'),
  })
  expect(await balance()).toBe(before - 1)
})
