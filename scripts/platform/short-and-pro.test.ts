import type { Sandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { type Publisher, startPublisher } from './publisher.ts'

const link = 'https://example.com/menu'

let publisher: Publisher
let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  publisher = await startPublisher('short-and-pro')
  sandbox = publisher.sandbox
  client = publisher.client
})
afterAll(() => publisher?.stop())

/** Goes through a network's consent page. Returns the channel's id. */
const connect = async (network: string): Promise<string> =>
  (await publisher.consent(network)).get('connected') ?? ''

/** Returns the posts on a network with text and comments, in order. */
const readPosts = {
  shortpost: () =>
    sandbox.shortpost.posts
      .filter(({ inReplyTo }) => inReplyTo === null)
      .map((post) => ({
        id: post.id,
        text: post.text,
        media: post.media.length,
        comments: sandbox.shortpost.posts
          .filter(({ inReplyTo }) => inReplyTo === post.id)
          .map(({ text }) => text),
      })),
  pronet: () =>
    sandbox.pronet.posts.map((post) => ({
      id: post.urn,
      text: post.text,
      media: post.media.length,
      comments: post.comments.map(({ text }) => text),
    })),
}

async function runSweep(): Promise<string> {
  const template = await eventually(async () => {
    const { items } = await client.workflows.listTemplates()
    const found = items.find(({ id }) => id === 'publish-scheduled-posts')
    if (found === undefined) throw new Error('not registered yet')
    return found
  })
  const workflow = await client.workflows.create({
    body: { name: template.name, graph: template.graph },
  })
  const { runId } = await client.workflows.run({ params: { id: workflow.id }, body: {} })
  for await (const _ of client.workflows.watch(workflow.id, runId));
  return (await client.workflows.getRun({ params: { id: workflow.id, runId } })).status
}

test.each(['shortpost', 'pronet'] as const)(
  'connects %s, publishes now with picture and comment and by sweep, until access is revoked',
  async (network) => {
    const channelId = await connect(network)
    const draft = (body: string, more: object = {}) =>
      client.cards.create({
        body: {
          kind: 'post',
          body,
          post: { platform: network, channelId, link, linkHandling: 'reply', ...more },
        },
      })
    const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })
    const now = await draft('Fresh bread', { media: [image.url], firstComment: 'Open at seven' })
    const watched = await client.posts.publishAndWatch(now.id)
    expect(watched).toMatchObject({ settled: true, card: { status: 'posted' } })
    const comment = `Open at seven\n${link}`
    await eventually(() =>
      expect(readPosts[network]()).toEqual([
        { id: watched.card.post?.externalId, text: 'Fresh bread', media: 1, comments: [comment] },
      ]),
    )
    const seen = await (await fetch(`${sandbox.url}/${network}`)).text()
    for (const text of ['Fresh bread', 'Open at seven', link]) expect(seen).toContain(text)

    const due = await draft('Warm rolls')
    await client.posts.approve({
      params: { id: due.id },
      body: { dueDate: '2026-01-01T00:00:00.000Z' },
    })
    expect(await runSweep()).toBe('completed')
    expect((await client.cards.get({ params: { id: due.id } })).status).toBe('posted')
    expect(readPosts[network]()[1]).toMatchObject({ text: 'Warm rolls', comments: [link] })

    sandbox[network].tokens.endAll('revoked')
    const refused = await client.posts.publishAndWatch((await draft('Too late')).id)
    expect(refused.card).toMatchObject({
      status: 'failed',
      post: { failure: { class: 'reconnect' } },
    })
    expect(readPosts[network]()).toHaveLength(2)
    expect(await connect(network)).toBe(channelId)
    expect((await client.posts.publishAndWatch(refused.card.id)).card.status).toBe('posted')
    for (const secret of sandbox[network].tokens.all.keys())
      expect(publisher.platform.log.text()).not.toContain(secret)
  },
)
