import { randomBytes } from 'node:crypto'
import { toSettledChannels } from '@atrium/contracts'
import type { Client } from '@atrium/sdk'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { type Check, checkWith, until } from '../stories/story.ts'
import { type PersonInBrowser, personInBrowser } from './person-in-browser.ts'

interface Scene {
  client: Client
  browser: PersonInBrowser
  /** The address of the networks' stand-ins. */
  sandbox: string
  /** Part of every text in this story, to tell it from other stories in the same sandbox. */
  tag: string
  check: Check
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()
const past = '2026-01-01T00:00:00.000Z'

/** Plays publishing through SDK, consent pages and sandbox. Throws at the first mismatch. */
export async function playConnectStory(
  baseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const check = checkWith(say)
  const { client, email, password } = await signUpNewcomer(baseUrl, 'baker')
  const browser = await personInBrowser(baseUrl, { email, password })
  const sandbox = await browser.sandboxOf('pagenet')
  const scene = { client, browser, sandbox, tag: randomBytes(4).toString('hex'), check }
  const page = await connectPage(scene)
  await publishBySweep(scene, page)
  const shortpost = await publishShort(scene)
  await revokeAndReconnect(scene, page)
  await client.connect.delete({ params: { id: shortpost } })
  const { items } = await client.connect.list()
  check(
    items.length === 1 && items[0]?.id === page.channelId,
    'a channel is forgotten, the other one stays',
  )
}

interface ConnectedPage {
  channelId: string
  pageId: string
}

async function connectPage({ client, browser, check }: Scene): Promise<ConnectedPage> {
  const back = await browser.connect('pagenet')
  const id = back.searchParams.get('picker') ?? ''
  const params = { network: 'pagenet', id }
  const { pages } = await client.connect.getPicker({ params })
  const pageId = pages[0]?.id ?? ''
  check(pages.length > 1, `the consent page grants ${pages.length} Pages, and asks which one`)
  const settled = await client.connect.settlePicker({ params, body: { pageIds: [pageId] } })
  const [channel] = toSettledChannels(settled)
  if (channel === undefined) throw new Error('no Page is connected')
  check(
    channel.status === 'active' && channel.badge === 'long_lived',
    `${channel.name} is connected`,
  )
  return { channelId: channel.id, pageId }
}

async function publishBySweep(scene: Scene, page: ConnectedPage): Promise<void> {
  const { client, sandbox, tag, check } = scene
  const image = await client.assets.upload(drawPng(64), { fileName: 'bread.png' })
  const { id } = await client.cards.create({
    body: {
      kind: 'post',
      body: `Fresh bread ${tag}`,
      post: {
        platform: 'pagenet',
        channelId: page.channelId,
        media: [image.url],
        link: 'https://example.com/menu',
        linkHandling: 'reply',
        firstComment: `Open at seven ${tag}`,
      },
    },
  })
  await reconnect(scene, page)
  const { missingScopes } = await client.connect.introspect({
    params: { network: 'pagenet' },
    query: { channelId: page.channelId },
  })
  check(
    missingScopes.length === 0,
    'a post with a comment has the next connect ask for the right to comment',
  )
  await client.posts.approve({ params: { id }, body: { dueDate: past } })
  check(
    (await client.cards.get({ params: { id } })).status === 'reviewed',
    'a post with an image is approved',
  )

  const templates = await client.workflows.listTemplates()
  const template = templates.items.find((each) => each.id === 'publish-scheduled-posts')
  if (template === undefined) throw new Error('not as it should be: publishing is not configured')
  const workflow = await client.workflows.create({
    body: { name: template.name, graph: template.graph },
  })
  const { runId } = await client.workflows.run({ params: { id: workflow.id }, body: {} })
  for await (const _ of client.workflows.watch(workflow.id, runId));
  const card = await client.cards.get({ params: { id } })
  check(card.status === 'posted' && card.post?.externalId !== null, 'the sweep publishes it')
  const feed = await textAt(`${sandbox}/pagenet/pages/${page.pageId}`)
  check(
    feed.includes(`Fresh bread ${tag}`) && feed.includes('<b>media</b>'),
    'post and image are on the Page',
  )
  check(feed.includes(`Open at seven ${tag}`), 'and its first comment')
}

async function reconnect({ client, browser, check }: Scene, page: ConnectedPage): Promise<void> {
  const id = (await browser.connect('pagenet')).searchParams.get('picker') ?? ''
  const body = { pageId: page.pageId }
  const params = { network: 'pagenet', id }
  const [again] = toSettledChannels(await client.connect.settlePicker({ params, body }))
  check(
    again?.id === page.channelId && again.status === 'active',
    'connecting again mends the same channel',
  )
}

async function publishShort({ client, browser, sandbox, tag, check }: Scene): Promise<string> {
  const channelId = (await browser.connect('shortpost')).searchParams.get('connected') ?? ''
  const { items } = await client.connect.list()
  check(
    items.some(({ id, network }) => id === channelId && network === 'shortpost'),
    'a network with PKCE is connected too',
  )
  const { id } = await client.cards.create({
    body: { kind: 'post', body: `Warm rolls ${tag}`, post: { platform: 'shortpost', channelId } },
  })
  const { card } = await client.posts.publishAndWatch(id)
  check(card.status === 'posted', 'a short post is published at once')
  check((await textAt(`${sandbox}/shortpost`)).includes(`Warm rolls ${tag}`), 'and stands there')
  return channelId
}

async function revokeAndReconnect(scene: Scene, page: ConnectedPage): Promise<void> {
  const { client, sandbox, tag, check } = scene
  await fetch(`${sandbox}/pagenet/revoke`, { method: 'POST' })
  const { id } = await client.cards.create({
    body: {
      kind: 'post',
      body: `Too late ${tag}`,
      post: { platform: 'pagenet', channelId: page.channelId },
    },
  })
  const refused = (await client.posts.publishAndWatch(id)).card
  check(
    refused.status === 'failed' && refused.post?.failure?.class === 'reconnect',
    `with a revoked token the next post fails: ${refused.post?.failure?.message}`,
  )
  const { items } = await client.connect.list()
  check(
    items.find((channel) => channel.id === page.channelId)?.status === 'invalidated',
    'and the channel says so',
  )
  await reconnect(scene, page)
  const { card } = await client.posts.publishAndWatch(id)
  check(card.status === 'posted', 'and the post goes out')
  await until(
    'the post on the Page',
    async () =>
      (await textAt(`${sandbox}/pagenet/pages/${page.pageId}`)).includes(`Too late ${tag}`) ||
      undefined,
  )
}
