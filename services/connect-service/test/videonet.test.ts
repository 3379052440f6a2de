import { createHash, randomBytes } from 'node:crypto'
import type { PublishPostInput } from '@atrium/contracts'
import { beforeAll, expect, test } from 'vitest'
import { connectAt } from './network-flow.ts'
import { onStage } from './network-stage.ts'

const kib = 1024
const film = randomBytes(600 * kib)
const long = randomBytes(9 * kib * kib)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let video: string
let longVideo: string
const stage = onStage('videonet', {
  reset({ sandbox: { videonet } }) {
    videonet.videos.splice(0)
    videonet.sessions.clear()
    Object.assign(videonet, { cutAfterBytes: null, commentsDisabled: false, uploadLimit: 100 })
    Object.assign(videonet.quota, { used: 0, limit: 10_000 })
  },
})
const sandbox = () => stage.harness.sandbox.videonet
const aPost = (more: Partial<PublishPostInput> = {}) => {
  const post = stage.poster.post({ body: 'From flour to bread', media: [video], ...more })
  return { ...post, title: more.title ?? `How we bake ${post.taskId}` }
}
const chunks = () => sandbox().calls.filter((call) => call.startsWith('PUT /upload')).length

beforeAll(() => {
  video = stage.assets.add('film.mp4', 'video/mp4', film)
  longVideo = stage.assets.add('long.mp4', 'video/mp4', long)
})

test('shows a video and its first comment on the channel', async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await stage.poster.publish(input)
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  const { externalId } = posted
  expect(posted.externalUrl).toBe(`https://www.youtube.com/watch?v=${externalId}`)
  expect(sandbox().videos).toMatchObject([
    {
      id: externalId,
      title: input.title,
      description: input.body,
      privacy: 'public',
      sha256: sha256(film),
    },
  ])
  const comment = () => stage.poster.comment(externalId, 'Open at seven', 'the-first-comment')
  expect((await comment()).outcome).toBe('commented')
  expect((await comment()).outcome).toBe('commented')
  expect(await stage.poster.read(externalId)).toMatchObject([
    { message: 'Open at seven', author: { name: 'Harbour Bakery' } },
  ])
  const seen = await (
    await fetch(`${stage.harness.sandbox.url}/videonet/channels/UCharbourbakery000000001`)
  ).text()
  expect(seen).toContain(input.title)
  expect(seen.split('Open at seven')).toHaveLength(2)
})

test('uploads a long video in chunks that are read one by one', async () => {
  stage.assets.requests.splice(0)
  expect((await stage.poster.publish(aPost({ media: [longVideo] }))).outcome).toBe('posted')
  expect(sandbox().videos).toMatchObject([{ sha256: sha256(long) }])
  expect(stage.assets.requests.map((line) => line.replace(/ \/\S+/, ''))).toEqual([
    'HEAD',
    'GET bytes=0-8388607',
    'GET bytes=8388608-9437183',
  ])
})

test('resumes at the byte that the network names after a cut connection', async () => {
  sandbox().cutAfterBytes = 300 * kib
  expect((await stage.poster.publish(aPost())).outcome).toBe('posted')
  expect(sandbox().videos).toMatchObject([{ sha256: sha256(film), bytes: film.length }])
  expect(sandbox().sessions.size).toBe(1)
})

test("resumes at the network's state after network errors, silence or garbage", async () => {
  for (const kind of ['status', 'slow', 'garbage', 'cut_after'] as const) {
    sandbox().videos.splice(0)
    sandbox().faults.add({ kind, status: 503, match: 'PUT /upload', delayMs: 1_500 })
    expect([kind, (await stage.poster.publish(aPost({ media: [longVideo] }))).outcome]).toEqual([
      kind,
      'posted',
    ])
    expect(sandbox().videos).toMatchObject([{ sha256: sha256(long) }])
  }
})

test('resumes a stopped upload with the next attempt and makes one video', async () => {
  const input = aPost({ media: [longVideo] })
  sandbox().faults.add({ kind: 'status', status: 503, match: 'PUT /upload', skip: 1, times: 20 })
  const first = await stage.poster.publish(input)
  // The first chunk arrived, the last one did not, and the network could not be asked.
  expect(first.outcome).not.toBe('posted')
  sandbox().faults.clear()
  const before = chunks()
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  // One status request and one chunk, so the first eight mebibytes are not sent again.
  expect(chunks() - before).toBe(2)
  expect(sandbox().sessions.size).toBe(1)
  expect(sandbox().videos).toMatchObject([{ sha256: sha256(long) }])
})

test('retries later if an upload stopped before its last bytes', async () => {
  const input = aPost({ media: [longVideo] })
  sandbox().faults.add({ kind: 'cut_before', match: 'PUT /upload', times: 20 })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  sandbox().faults.clear()
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().sessions.size).toBe(1)
})

test('reports unanswered last bytes as unconfirmed, finds the video later and never sends it twice', async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'cut_after', match: 'PUT /upload' })
  sandbox().faults.add({ kind: 'cut_before', match: 'PUT /upload', times: 20 })
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  sandbox().faults.clear()
  expect(await stage.poster.again(input)).toMatchObject({
    outcome: 'posted',
    externalId: sandbox().videos[0]?.id,
  })
  expect(sandbox().videos).toHaveLength(1)
})

test("looks for the video in the channel's uploads if the network forgot the session after the last bytes", async () => {
  const input = aPost()
  sandbox().faults.add({ kind: 'cut_after', match: 'PUT /upload' })
  sandbox().faults.add({ kind: 'cut_before', match: 'PUT /upload', times: 20 })
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  sandbox().faults.clear()
  sandbox().sessions.clear()
  expect(await stage.poster.again(input)).toMatchObject({
    outcome: 'posted',
    externalId: sandbox().videos[0]?.id,
  })
  const [made] = sandbox().videos.splice(0)
  sandbox().sessions.clear()
  expect(
    await stage.poster.publish({ ...input, attemptKey: `${input.attemptKey}-third` }),
  ).toMatchObject({
    outcome: 'posted',
    externalId: made?.id,
  })
})

test('restarts the upload if the network forgot the session before the last bytes', async () => {
  const input = aPost({ media: [longVideo] })
  sandbox().faults.add({ kind: 'cut_before', match: 'PUT /upload', times: 20 })
  await stage.poster.publish(input)
  sandbox().faults.clear()
  sandbox().sessions.clear()
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().videos).toHaveLength(1)
})

test('refuses an incomplete video before any call', async () => {
  const image = stage.assets.add('a.png', 'image/png', Buffer.from('no video'))
  const calls = sandbox().calls.length
  for (const wrong of [
    { media: [image] },
    { media: [video, video] },
    { title: ' ' },
    { title: 'x'.repeat(101) },
    { body: 'x'.repeat(5_001) },
    { media: [], body: 'no video' },
    { media: [stage.assets.add('none.mp4', 'video/mp4', new Uint8Array())] },
  ]) {
    expect(await stage.poster.publish(aPost(wrong))).toMatchObject({
      failure: { class: 'fix_content' },
    })
  }
  expect(sandbox().calls).toHaveLength(calls)
  expect(await stage.poster.publish(aPost({ title: 'a <b> c' }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
})

test('blocks every call until the quota resets if the quota is used up', async () => {
  sandbox().quota.used = 10_000
  const failed = await stage.poster.publish(aPost())
  if (failed.outcome !== 'failed') throw new Error(failed.outcome)
  expect(failed.failure).toMatchObject({
    class: 'retry',
    message: expect.stringContaining('quota'),
  })
  expect(failed.failure.retryAfterSeconds).toBeGreaterThan(0)
  expect(failed.failure.retryAfterSeconds).toBeLessThanOrEqual(86_400)
  const calls = sandbox().calls.length
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
  expect(sandbox().calls).toHaveLength(calls)
})

test('retries later after an upload limit, a wait or an outage at the start', async () => {
  sandbox().uploadLimit = 0
  expect(await stage.poster.publish(aPost())).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: 21_600 },
  })
  sandbox().uploadLimit = 100
  for (const fault of [{ status: 429, retryAfter: 120 }, { status: 500 }]) {
    await stage.harness.deps.db.deleteFrom('account_rates').execute()
    sandbox().faults.add({ kind: 'status', match: 'POST /upload', ...fault })
    expect(await stage.poster.publish(aPost())).toMatchObject({
      failure: { class: 'retry', retryAfterSeconds: fault.retryAfter ?? 60 },
    })
  }
  expect(sandbox().videos).toEqual([])
})

test('names disabled comments as the failure and does not repeat an unconfirmed comment', async () => {
  const posted = await stage.poster.publish(aPost())
  if (posted.outcome !== 'posted') throw new Error(posted.outcome)
  const { externalId } = posted
  const comment = (message: string) => stage.poster.comment(externalId, message)
  for (const kind of ['cut_before', 'cut_after', 'status', 'garbage'] as const) {
    sandbox().faults.add({ kind, match: 'POST /youtube/v3/commentThreads' })
    expect([kind, (await comment(kind)).outcome]).toEqual([kind, 'unconfirmed'])
  }
  sandbox().commentsDisabled = true
  expect(await comment('No')).toMatchObject({ failure: { class: 'fix_content' } })
})

test('refreshes an expired access token before the upload and keeps the refresh token', async () => {
  sandbox().tokens.endAll('expired')
  stage.harness.clock.offsetMs = 3_600_000
  expect((await stage.poster.publish(aPost())).outcome).toBe('posted')
  stage.harness.clock.offsetMs = 2 * 3_600_000
  expect((await stage.poster.publish(aPost())).outcome).toBe('posted')
  expect(sandbox().calls.filter((call) => call === 'POST /token').length).toBeGreaterThan(2)
})

test('asks to reconnect if the grant is revoked, and a reconnect restores the same channel', async () => {
  sandbox().tokens.endAll('revoked')
  expect(await stage.poster.publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await stage.poster.states()).toEqual(['invalidated'])
  expect(await connectAt(stage.person, 'videonet')).toBe(stage.channelId)
  expect((await stage.poster.publish(aPost())).outcome).toBe('posted')
})

test('leaks no token, secret or upload URL to a log line, an event or the database', async () => {
  await stage.poster.publish(aPost())
  sandbox().tokens.endAll('revoked')
  await stage.poster.publish(aPost())
  const { db } = stage.harness.deps
  const stored = JSON.stringify([
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('post_progress').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
  ])
  const secrets = [
    ...sandbox().tokens.all.keys(),
    ...sandbox().codes.keys(),
    ...sandbox().sessions.keys(),
  ]
  expect(secrets.length).toBeGreaterThan(3)
  for (const secret of [...secrets, sandbox().settings.clientSecret]) {
    expect(stage.harness.events.join()).not.toContain(secret)
    expect(stage.harness.log.text()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
