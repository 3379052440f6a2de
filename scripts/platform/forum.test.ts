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
  publisher = await startPublisher('forum')
  sandbox = publisher.sandbox
  client = publisher.client
})
afterAll(() => publisher?.stop())

/** Goes through a network's consent page. Returns the channel's id. */
const connect = async (network: string): Promise<string> =>
  (await publisher.consent(network)).get('connected') ?? ''

test('publishes a forum post with a picture and its first comment when a user approves it', async () => {
  const channelId = await connect('forumnet')
  const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })
  const card = await client.cards.create({
    body: {
      kind: 'post',
      title: 'Fresh bread',
      body: 'From seven on',
      fields: { subreddit: 'r/bread' },
      post: {
        platform: 'forumnet',
        channelId,
        media: [image.url],
        firstComment: 'While there is some',
      },
    },
  })
  const watched = await client.posts.publishAndWatch(card.id)
  expect(watched).toMatchObject({ settled: true, card: { status: 'posted' } })
  const posts = () => sandbox.forumnet.posts
  await eventually(() =>
    expect(posts()[0]?.comments).toMatchObject([{ body: 'While there is some' }]),
  )
  expect(posts()).toMatchObject([
    { kind: 'image', forum: 'bread', title: 'Fresh bread', text: 'From seven on' },
  ])
  expect(watched.card.post?.externalId).toBe(posts()[0]?.name)
  const seen = await (await fetch(`${sandbox.url}/forumnet/r/bread`)).text()
  for (const text of ['Fresh bread', 'From seven on', 'While there is some'])
    expect(seen).toContain(text)

  const nowhere = await client.cards.create({
    body: {
      kind: 'post',
      title: 'Lost',
      body: 'Nobody reads this',
      fields: { subreddit: 'nowhere' },
      post: { platform: 'forumnet', channelId },
    },
  })
  const refused = await client.posts.publishAndWatch(nowhere.id)
  expect(refused.card).toMatchObject({
    status: 'failed',
    post: { failure: { class: 'fix_content' } },
  })
  expect(posts()).toHaveLength(1)
})

test('connects a mailbox by consent twice and a notebook by a pasted token', async () => {
  const mailbox = await connect('mailbox')
  sandbox.mailbox.keepsRefreshTokens = true
  expect(await connect('mailbox')).toBe(mailbox)
  const { token } = sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  const pasted = await client.connect.manual({ params: { network: 'notebook' }, body: { token } })
  expect(pasted).toMatchObject({ channel: { network: 'notebook', name: 'Harbour Bakery' } })
  const { items } = await client.connect.list()
  expect(items.map(({ network, status }) => [network, status])).toEqual(
    expect.arrayContaining([
      ['mailbox', 'active'],
      ['notebook', 'active'],
    ]),
  )
  const everything = JSON.stringify(items) + publisher.platform.log.text()
  for (const secret of [token, ...sandbox.mailbox.tokens.all.keys()])
    expect(everything).not.toContain(secret)
})
