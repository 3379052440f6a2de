import { toSettledChannels } from '@atrium/contracts'
import type { Sandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { type Publisher, startPublisher } from './publisher.ts'

let publisher: Publisher
let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  publisher = await startPublisher('publishing', { PAGENET_MANAGE_COMMENTS: 'true' })
  sandbox = publisher.sandbox
  client = publisher.client
})
afterAll(() => publisher?.stop())

const link = 'https://example.com/menu'
const past = '2026-01-01T00:00:00.000Z'
const posts = () => sandbox.pagenet.pages.find(({ id }) => id === '1001')?.posts ?? []
const feed = async () => (await fetch(`${sandbox.url}/pagenet/pages/1001`)).text()

async function choosePage(picker: string): Promise<string> {
  const params = { network: 'pagenet', id: picker }
  const settled = await client.connect.settlePicker({ params, body: { pageId: '1001' } })
  return toSettledChannels(settled)[0]?.id ?? ''
}

/** Connects the first Page through the network's consent page and the picker. */
const connectByConsent = async (): Promise<string> =>
  choosePage((await publisher.consent('pagenet')).get('picker') ?? '')

/** Connects the first of two Pages with a pasted token. */
async function connectByToken(): Promise<string> {
  const token = sandbox.pagenet.giveToken({ kind: 'user' })
  const answer = await client.connect.manual({ params: { network: 'pagenet' }, body: { token } })
  if (!('picker' in answer)) throw new Error('two Pages, and no picker')
  return choosePage(answer.picker.id)
}

const draft = (
  channelId: string,
  body: string,
  more: { media?: string[]; firstComment?: string } = {},
) =>
  client.cards.create({
    body: {
      kind: 'post',
      body,
      post: { platform: 'pagenet', channelId, link, linkHandling: 'reply', ...more },
    },
  })

async function runSweep() {
  const template = await eventually(async () => {
    const { items } = await client.workflows.listTemplates()
    const found = items.find(({ id }) => id === 'publish-scheduled-posts')
    if (found === undefined) throw new Error('not registered yet')
    return found
  })
  expect(template.graph.nodes[0]?.params).toMatchObject({ cron: '*/15 * * * *' })
  const workflow = await client.workflows.create({
    body: { name: template.name, graph: template.graph },
  })
  const { runId } = await client.workflows.run({ params: { id: workflow.id }, body: {} })
  for await (const _ of client.workflows.watch(workflow.id, runId));
  return client.workflows.getRun({ params: { id: workflow.id, runId } })
}

test('connects a Page and publishes posts with image and comment, directly and by sweep, until the token is revoked', async () => {
  const channelId = await connectByConsent()
  expect((await client.connect.list()).items).toMatchObject([{ id: channelId, status: 'active' }])
  const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })

  const now = await draft(channelId, 'Fresh bread', {
    media: [image.url],
    firstComment: 'Open at seven',
  })
  const watched = await client.posts.publishAndWatch(now.id)
  expect(watched).toMatchObject({ settled: true, card: { status: 'posted' } })
  expect(watched.card.post?.externalId).toBe(posts()[0]?.id)
  await eventually(() => expect(posts()[0]?.comments).toHaveLength(1))
  expect(posts()).toMatchObject([
    { message: 'Fresh bread', link: null, media: [expect.any(String)] },
  ])
  expect(posts()[0]?.comments[0]?.message).toContain('Open at seven')
  expect(posts()[0]?.comments[0]?.message).toContain(link)
  const [seen, chain] = [await feed(), `internal:publish-now:${channelId}`]
  expect(seen).toContain('Fresh bread')
  expect(seen).toContain('Open at seven')
  await eventually(async () => {
    const run = await client.workflows.getRun({ params: { id: chain, runId: watched.runId } })
    expect([run.status, run.nodes.map(({ type, status }) => [type, status])]).toEqual([
      'completed',
      [
        ['publish', 'completed'],
        ['post_comment', 'completed'],
      ],
    ])
  })

  const due = await draft(channelId, 'Warm rolls')
  await client.posts.approve({ params: { id: due.id }, body: { dueDate: past } })
  const later = await draft(channelId, 'Cold cake')
  await client.posts.approve({
    params: { id: later.id },
    body: { dueDate: '2099-01-01T00:00:00.000Z' },
  })
  expect(await runSweep()).toMatchObject({ status: 'completed' })
  expect((await client.cards.get({ params: { id: due.id } })).status).toBe('posted')
  expect((await client.cards.get({ params: { id: later.id } })).status).toBe('reviewed')
  expect(posts().map(({ message, comments }) => [message, comments.length])).toEqual(
    expect.arrayContaining([
      ['Fresh bread', 1],
      ['Warm rolls', 1],
    ]),
  )
  expect(posts()).toHaveLength(2)

  sandbox.pagenet.revokeAll()
  const refused = await client.posts.publishAndWatch((await draft(channelId, 'Too late')).id)
  expect(refused.card).toMatchObject({
    status: 'failed',
    post: { failure: { class: 'reconnect' } },
  })
  expect(JSON.stringify(refused.card.post?.failure)).toMatch(/[Rr]econnect/)
  expect((await client.connect.list()).items).toMatchObject([{ status: 'invalidated' }])
  await eventually(async () => {
    const run = await client.workflows.getRun({ params: { id: chain, runId: refused.runId } })
    expect(run.nodes.find(({ type }) => type === 'publish')?.fix).toMatchObject({
      href: '/channels',
    })
  })
  expect(posts()).toHaveLength(2)

  expect(await connectByToken()).toBe(channelId)
  const again = await client.posts.publishAndWatch(refused.card.id)
  expect(again.card.status).toBe('posted')
  expect(posts()).toHaveLength(3)
})
