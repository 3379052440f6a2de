import { PublishComment, PublishPost, ReadPostComments } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, type Harness, locationOf, startHarness } from './harness.ts'
import { consentAt } from './network-flow.ts'

let harness: Harness
let assets: AssetServer
let person: Caller
let channelId: string
let image: string
let serial = 0

const sandbox = () => harness.sandbox.photonet
const account = () => {
  const [first] = sandbox().accounts
  if (first === undefined) throw new Error('no account')
  return first
}

beforeAll(async () => {
  assets = await startAssetServer()
  image = assets.add('a.jpg', 'image/jpeg', Buffer.from('a picture, as far as this test goes'))
  harness = await startHarness({
    networks: ['photonet'],
    publishMs: 3_000,
    env: { API_URL: assets.origin, ASSETS_SERVICE_URL: assets.origin },
  })
  sandbox().redirectUris.add('http://localhost:3000/api/connect/photonet/callback')
})
afterAll(async () => {
  await harness.stop()
  await assets.stop()
})
beforeEach(async () => {
  harness.clock.offsetMs = 0
  sandbox().faults.clear()
  sandbox().accounts.splice(0)
  sandbox().pollsUntilReady = 1
  sandbox().authorsRefused = false
  sandbox().link('1001', 'harbour.bakery')
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
  channelId = await connect()
})

async function connect(): Promise<string> {
  const back = locationOf(await person('GET', await consentAt(person, 'photonet')))
  const id = back.searchParams.get('connected')
  if (id === null) throw new Error(back.href)
  return id
}

const target = (more: object = {}) => {
  serial += 1
  return {
    ownerId: person.userId,
    channelId,
    taskId: `task_${serial}`,
    attemptKey: `claim_${serial}`,
    ...more,
  }
}
const aPost = (more: object = {}) => ({
  ...target(),
  platform: 'photonet' as const,
  title: '',
  body: `Fresh bread ${serial}`,
  link: null,
  linkHandling: 'keep' as const,
  media: [image],
  firstComment: null,
  ...more,
})
const publish = (input: ReturnType<typeof aPost>) => callRpc(harness.bus, PublishPost, input)

test('an image and its first comment stand in the feed, where a browser sees them', async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await publish(input)
  expect(posted).toMatchObject({
    outcome: 'posted',
    externalUrl: expect.stringContaining('https://www.instagram.com/p/'),
    comment: 'Open at seven',
  })
  if (posted.outcome !== 'posted') return
  const { externalId } = posted
  const commented = await callRpc(harness.bus, PublishComment, {
    ...target(),
    externalId,
    message: 'Open at seven',
  })
  expect(commented.outcome).toBe('commented')
  const seen = await (await fetch(`${harness.sandbox.url}/photonet/accounts/${account().id}`)).text()
  for (const words of [input.body, 'Open at seven', image]) expect(seen).toContain(words)
  const read = () => callRpc(harness.bus, ReadPostComments, { ownerId: person.userId, channelId, externalId })
  expect((await read()).items).toMatchObject([
    { message: 'Open at seven', author: { name: 'harbour.bakery' } },
  ])
  sandbox().authorsRefused = true
  expect((await read()).items).toMatchObject([{ message: 'Open at seven', author: null }])
})

test('several images and a video become one carousel in their order, one video a reel', async () => {
  const second = assets.add('b.png', 'image/png', Buffer.from('another'))
  const video = assets.add('c.mp4', 'video/mp4', Buffer.from('moving'))
  sandbox().pollsUntilReady = 2
  expect((await publish(aPost({ media: [image, second, video] }))).outcome).toBe('posted')
  expect(
    account()
      .posts.at(-1)
      ?.items.map(({ url }) => url),
  ).toEqual([image, second, video])
  expect((await publish(aPost({ media: [video] }))).outcome).toBe('posted')
  expect(account().posts.at(-1)?.items).toMatchObject([{ url: video, kind: 'video' }])
})

test('the bytes of media are not loaded by us: only the network fetches them', async () => {
  assets.requests.splice(0)
  await publish(aPost())
  expect(assets.requests.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'GET'])
})

test('what the network cannot use is to be changed, in words for people', async () => {
  const webp = assets.add('a.webp', 'image/webp', Buffer.from('no'))
  const odd = assets.add('odd.mp4', 'video/x-unknown', Buffer.from('no'))
  expect(await publish(aPost({ media: [] }))).toMatchObject({ failure: { class: 'fix_content' } })
  expect(await publish(aPost({ media: Array(11).fill(image) }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(await publish(aPost({ media: [webp] }))).toMatchObject({ failure: { class: 'fix_content' } })
  expect(await publish(aPost({ media: [odd] }))).toMatchObject({
    failure: { class: 'fix_content', message: 'The network does not take this kind of video' },
  })
  expect(await publish(aPost({ body: 'x'.repeat(2_201) }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(account().posts).toEqual([])
})

test('an answer that is lost after the effect is found in the feed and never sent twice', async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    sandbox().faults.add({ kind, match: 'media_publish', delayMs: 1_500 })
    const input = aPost()
    expect([kind, (await publish(input)).outcome]).toEqual([kind, 'posted'])
    expect(account().posts.filter(({ caption }) => caption === input.body)).toHaveLength(1)
  }
})

test('a post without words whose answer is lost is found by its container', async () => {
  sandbox().faults.add({ kind: 'cut_after', match: 'media_publish' })
  expect(await publish(aPost({ body: '' }))).toMatchObject({
    outcome: 'posted',
    externalId: account().posts[0]?.id,
  })
})

test('a publish that vanished is unconfirmed; sent again it goes on with its container and makes one post', async () => {
  sandbox().faults.add({ kind: 'cut_before', match: 'media_publish' })
  const input = aPost()
  expect((await publish(input)).outcome).toBe('unconfirmed')
  expect((await publish(input)).outcome).toBe('unconfirmed')
  expect(account().posts).toEqual([])
  const containers = sandbox().containers.size
  expect((await publish({ ...input, attemptKey: `${input.attemptKey}-again` })).outcome).toBe('posted')
  expect(sandbox().containers.size).toBe(containers)
  expect(account().posts).toHaveLength(1)
})

test('a publish that took effect while nothing could be read is found by the next attempt, not repeated', async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'cut_after', match: 'media_publish' })
  sandbox().faults.add({ kind: 'cut_before', match: 'GET /v25.0/178', skip: 1, times: 2 })
  expect((await publish(input)).outcome).toBe('unconfirmed')
  sandbox().faults.clear()
  const again = await publish({ ...input, attemptKey: `${input.attemptKey}-again` })
  expect(again).toMatchObject({ outcome: 'posted', externalId: account().posts[0]?.id })
  expect(account().posts).toHaveLength(1)
})

test('media that are not ready in time are tried again later, with what the network has already', async () => {
  const video = assets.add('slow.mp4', 'video/mp4', Buffer.from('moving'))
  sandbox().pollsUntilReady = 8
  const input = aPost({ media: [video] })
  expect(await publish(input)).toMatchObject({ failure: { class: 'retry' } })
  const again = await publish({ ...input, attemptKey: `${input.attemptKey}-again` })
  expect(again.outcome).toBe('posted')
  expect([...sandbox().containers.values()].filter(({ caption }) => caption === input.body)).toHaveLength(1)
})

test('a container that expired at the network is made anew', async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'status', status: 500, match: 'media_publish' })
  expect(await publish(input)).toMatchObject({ failure: { class: 'retry' } })
  for (const container of sandbox().containers.values()) container.status = 'EXPIRED'
  expect((await publish({ ...input, attemptKey: `${input.attemptKey}-again` })).outcome).toBe('posted')
  expect(account().posts).toHaveLength(1)
})

test('a refused token invalidates the channel and asks to reconnect, which mends it', async () => {
  sandbox().revokeAll()
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([{ status: 'invalidated' }])
  expect(await connect()).toBe(channelId)
  expect((await publish(aPost())).outcome).toBe('posted')
})

test('a used-up rate, a full day, a wait and a broken network are tried again later; a missing permission is not', async () => {
  account().dailyPosts = 0
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 3_600 } })
  account().dailyPosts = 9
  sandbox().faults.add({ kind: 'status', status: 500, match: 'media_publish' })
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  sandbox().faults.add({ kind: 'status', status: 429, retryAfter: 120, match: 'POST' })
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 120 } })
  await harness.deps.db.deleteFrom('account_rates').execute()
  const token = sandbox().giveToken({ kind: 'page', pageId: '1001', permissions: ['instagram_basic'] })
  const { db, vault } = harness.deps
  await db
    .updateTable('channels')
    .set({ access_token: vault?.seal(token, `channel:${channelId}:access`) ?? '' })
    .where('id', '=', channelId)
    .execute()
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await connect()).toBe(channelId)
  account().usage = 100
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  const calls = sandbox().calls.length
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  expect(sandbox().calls).toHaveLength(calls)
})

test('no token or secret is in a log line, an event, or clear in the database', async () => {
  await publish(aPost())
  sandbox().revokeAll()
  await publish(aPost())
  const { db } = harness.deps
  const stored = JSON.stringify([
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('post_progress').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
  ])
  for (const secret of [...sandbox().tokens.keys(), ...sandbox().codes.keys(), sandbox().clientSecret]) {
    expect(harness.events.join()).not.toContain(secret)
    expect(harness.log.text()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
