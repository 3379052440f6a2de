import { beforeAll, expect, test } from 'vitest'
import { connectAt } from './network-flow.ts'
import { onStage } from './network-stage.ts'

let image: string
const stage = onStage('photonet', {
  publishMs: 3_000,
  reset({ sandbox: { photonet } }) {
    photonet.accounts.splice(0)
    photonet.pollsUntilReady = 1
    photonet.authorsRefused = false
    photonet.link('1001', 'harbour.bakery')
  },
})
const sandbox = () => stage.harness.sandbox.photonet
const account = () => {
  const [first] = sandbox().accounts
  if (first === undefined) throw new Error('no account')
  return first
}
const aPost = (more: object = {}) => stage.poster.post({ media: [image], ...more })

beforeAll(() => {
  image = stage.assets.add(
    'a.jpg',
    'image/jpeg',
    Buffer.from('a picture, as far as this test goes'),
  )
})

test('shows an image and its first comment in the feed', async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await stage.poster.publish(input)
  expect(posted).toMatchObject({
    outcome: 'posted',
    externalUrl: expect.stringContaining('https://www.instagram.com/p/'),
    comment: 'Open at seven',
  })
  if (posted.outcome !== 'posted') return
  const { externalId } = posted
  const commented = await stage.poster.comment(externalId, 'Open at seven')
  expect(commented.outcome).toBe('commented')
  const seen = await (
    await fetch(`${stage.harness.sandbox.url}/photonet/accounts/${account().id}`)
  ).text()
  for (const words of [input.body, 'Open at seven', image]) expect(seen).toContain(words)
  expect(await stage.poster.read(externalId)).toMatchObject([
    { message: 'Open at seven', author: { name: 'harbour.bakery' } },
  ])
  sandbox().authorsRefused = true
  expect(await stage.poster.read(externalId)).toMatchObject([
    { message: 'Open at seven', author: null },
  ])
})

test('publishes several media as one carousel in order, and a single video as a reel', async () => {
  const second = stage.assets.add('b.jpg', 'image/jpeg', Buffer.from('another'))
  const video = stage.assets.add('c.mp4', 'video/mp4', Buffer.from('moving'))
  sandbox().pollsUntilReady = 2
  expect((await stage.poster.publish(aPost({ media: [image, second, video] }))).outcome).toBe(
    'posted',
  )
  expect(
    account()
      .posts.at(-1)
      ?.items.map(({ url }) => url),
  ).toEqual([image, second, video])
  expect((await stage.poster.publish(aPost({ media: [video] }))).outcome).toBe('posted')
  expect(account().posts.at(-1)?.items).toMatchObject([{ url: video, kind: 'video' }])
})

test('describes the pictures of a post and of a carousel, but no video', async () => {
  const second = stage.assets.add('d.jpg', 'image/jpeg', Buffer.from('another'))
  const video = stage.assets.add('e.mp4', 'video/mp4', Buffer.from('moving'))
  const altTexts = ['A loaf', '', 'An oven']
  await stage.poster.publish(aPost({ altTexts }))
  await stage.poster.publish(aPost({ media: [image, second, video], altTexts }))
  const described = account().posts.map(({ items }) => items.map(({ altText }) => altText))
  expect(described.slice(-2)).toEqual([['A loaf'], ['A loaf', undefined, undefined]])
})

test('lets the network fetch media instead of loading the bytes', async () => {
  stage.assets.requests.splice(0)
  await stage.poster.publish(aPost())
  expect(stage.assets.requests.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'GET'])
})

test('fails with fix_content and a message for users if media are unusable', async () => {
  const webp = stage.assets.add('a.webp', 'image/webp', Buffer.from('no'))
  const odd = stage.assets.add('odd.mp4', 'video/x-unknown', Buffer.from('no'))
  expect(await stage.poster.publish(aPost({ media: [] }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(await stage.poster.publish(aPost({ media: Array(11).fill(image) }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(await stage.poster.publish(aPost({ media: [webp] }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(await stage.poster.publish(aPost({ media: [odd] }))).toMatchObject({
    failure: { class: 'fix_content', message: 'The network does not accept this type of video' },
  })
  expect(await stage.poster.publish(aPost({ body: 'x'.repeat(2_201) }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(account().posts).toEqual([])
})

test('publishes a picture that the network does not accept as a JPEG and keeps the file', async () => {
  const webp = stage.assets.add('c.webp', 'image/webp', Buffer.from('a webp'))
  stage.assets.add('c.webp?format=jpeg', 'image/jpeg', Buffer.from('a jpeg of it'))
  const before = account().posts.length
  expect(await stage.poster.publish(aPost({ media: [webp] }))).toMatchObject({ outcome: 'posted' })
  const [{ items } = { items: [] }] = account().posts.slice(before)
  expect(items).toEqual([
    { url: `${webp}?format=jpeg`, kind: 'image', contentType: 'image/jpeg', bytes: 12 },
  ])
  account().posts.length = before
})

test('finds a post in the feed if its response was lost, and never sends it twice', async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    sandbox().faults.add({ kind, match: 'media_publish', delayMs: 1_500 })
    const input = aPost()
    expect([kind, (await stage.poster.publish(input)).outcome]).toEqual([kind, 'posted'])
    expect(account().posts.filter(({ caption }) => caption === input.body)).toHaveLength(1)
  }
})

test('finds a post without text by its container if the response was lost', async () => {
  sandbox().faults.add({ kind: 'cut_after', match: 'media_publish' })
  expect(await stage.poster.publish(aPost({ body: '' }))).toMatchObject({
    outcome: 'posted',
    externalId: account().posts[0]?.id,
  })
})

test('reuses the container of an unconfirmed publish and makes one post', async () => {
  sandbox().faults.add({ kind: 'cut_before', match: 'media_publish' })
  const input = aPost()
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect(account().posts).toEqual([])
  const containers = sandbox().containers.size
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().containers.size).toBe(containers)
  expect(account().posts).toHaveLength(1)
})

test('finds a publish that took effect during an outage with the next attempt', async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'cut_after', match: 'media_publish' })
  sandbox().faults.add({ kind: 'cut_before', match: 'GET /v25.0/178', skip: 1, times: 2 })
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  sandbox().faults.clear()
  const again = await stage.poster.again(input)
  expect(again).toMatchObject({ outcome: 'posted', externalId: account().posts[0]?.id })
  expect(account().posts).toHaveLength(1)
})

test('reports a retry and keeps the uploaded media if they are not ready in time', async () => {
  const video = stage.assets.add('slow.mp4', 'video/mp4', Buffer.from('moving'))
  sandbox().pollsUntilReady = 8
  const input = aPost({ media: [video] })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  const again = await stage.poster.again(input)
  expect(again.outcome).toBe('posted')
  expect(
    [...sandbox().containers.values()].filter(({ caption }) => caption === input.body),
  ).toHaveLength(1)
})

test('replaces an expired container', async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'status', status: 500, match: 'media_publish' })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  for (const container of sandbox().containers.values()) container.status = 'EXPIRED'
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(account().posts).toHaveLength(1)
})

test('invalidates the channel if the token is refused, and a reconnect restores it', async () => {
  sandbox().revokeAll()
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await stage.poster.states()).toEqual(['invalidated'])
  expect(await connectAt(stage.person, 'photonet')).toBe(stage.channelId)
  expect((await stage.poster.publish(aPost())).outcome).toBe('posted')
})

test('retries later after a rate limit, a daily limit, a wait or an outage, but not after a missing permission', async () => {
  account().dailyPosts = 0
  expect(await stage.poster.publish(aPost())).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: 3_600 },
  })
  account().dailyPosts = 9
  sandbox().faults.add({ kind: 'status', status: 500, match: 'media_publish' })
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  sandbox().faults.add({ kind: 'status', status: 429, retryAfter: 120, match: 'POST' })
  expect(await stage.poster.publish(aPost())).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: 120 },
  })
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  const token = sandbox().giveToken({
    kind: 'page',
    pageId: '1001',
    permissions: ['instagram_basic'],
  })
  const { db, vault } = stage.harness.deps
  await db
    .updateTable('channels')
    .set({ access_token: vault?.seal(token, `channel:${stage.channelId}:access`) ?? '' })
    .where('id', '=', stage.channelId)
    .execute()
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await connectAt(stage.person, 'photonet')).toBe(stage.channelId)
  account().usage = 100
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  const calls = sandbox().calls.length
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  expect(sandbox().calls).toHaveLength(calls)
})

test('leaks no token or secret to a log line, an event or the database', async () => {
  await stage.poster.publish(aPost())
  sandbox().revokeAll()
  await stage.poster.publish(aPost())
  const { db } = stage.harness.deps
  const stored = JSON.stringify([
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('post_progress').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
  ])
  for (const secret of [
    ...sandbox().tokens.keys(),
    ...sandbox().codes.keys(),
    sandbox().clientSecret,
  ]) {
    expect(stage.harness.events.join()).not.toContain(secret)
    expect(stage.harness.log.text()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
