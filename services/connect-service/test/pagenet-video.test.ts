import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'
import { buildPoster, type Poster } from './network-posts.ts'

const mebi = 1024 * 1024
const film = randomBytes(19 * mebi + 7)

let harness: Harness
let assets: AssetServer
let person: Caller
let poster: Poster
let url: string

beforeAll(async () => {
  assets = await startAssetServer()
  url = assets.add('film.mp4', 'video/mp4', film)
  harness = await startHarness({
    networkTimeoutMs: 3_000,
    publishMs: 20_000,
    env: { API_URL: assets.origin, ASSETS_SERVICE_URL: assets.origin },
  })
})
afterAll(async () => {
  await harness?.stop()
  await assets?.stop()
})
beforeEach(async () => {
  pagenet().faults.clear()
  pagenet().videos.clear()
  pagenet().calls.splice(0)
  pagenet().pages.splice(0)
  pagenet().addPage('1001', 'Harbour Bakery')
  pagenet().addPage('1002', 'Night Market')
  assets.requests.splice(0)
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
  poster = buildPoster(harness, 'pagenet', person, await connectPage(person))
})

const pagenet = () => harness.sandbox.pagenet
const aVideo = (more: object = {}) => poster.post({ media: [url], ...more })
const posts = () => pagenet().pages[0]?.posts ?? []
const uploads = () => [...pagenet().videos.values()]
const videoCalls = () => pagenet().calls.filter((call) => call === 'POST /1001/videos').length
/** Expects that the network received all bytes in order and shows one post. */
const expectWhole = () => {
  const [video] = uploads()
  expect(uploads()).toHaveLength(1)
  const sum = createHash('sha256').update(film).digest('hex')
  expect([video?.received, video?.sha256.copy().digest('hex'), posts().length]).toEqual([
    film.length,
    sum,
    1,
  ])
}
const lostCalls = (kind: 'cut_before' | 'cut_after' | 'status', times: number, after = 0) => {
  // A fault without delay is used up first, so the first calls pass.
  if (after > 0)
    pagenet().faults.add({ kind: 'slow', match: 'POST /1001/videos', times: after, delayMs: 0 })
  pagenet().faults.add({ kind, match: 'POST /1001/videos', times, status: 500 })
}

test('uploads a video in parts, reads at most a megabyte at once and publishes it with its text', async () => {
  const input = aVideo({ link: 'https://example.com/a', linkHandling: 'keep' })
  const posted = await poster.publish(input)
  expect(posted).toMatchObject({ outcome: 'posted', externalId: uploads()[0]?.id })
  expectWhole()
  expect(posts()[0]?.message).toBe(`${input.body}\nhttps://example.com/a`)
  expect(videoCalls()).toBe(5)
  const ranges = assets.requests.flatMap(
    (line) => /^GET \S+ bytes=(\d+)-(\d+)$/.exec(line)?.slice(1) ?? [],
  )
  const sizes = ranges.flatMap((_, at) =>
    at % 2 ? [Number(ranges[at]) - Number(ranges[at - 1]) + 1] : [],
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(film.length)
  expect(Math.max(...sizes)).toBe(mebi)
  expect(
    assets.requests.filter((line) => line.startsWith('GET') && !line.includes('bytes=')),
  ).toEqual([])
})

test('sends as many bytes as the network accepts at once', async () => {
  pagenet().videoPartBytes = 8 * mebi
  expect((await poster.publish(aVideo())).outcome).toBe('posted')
  expectWhole()
})

test.each(['cut_before', 'cut_after', 'status'] as const)(
  'continues after an interrupted part (%s) within the same attempt',
  async (kind) => {
    lostCalls(kind, 2, 2)
    expect((await poster.publish(aVideo())).outcome).toBe('posted')
    expectWhole()
  },
)

test('resumes the upload with the next attempt after an outage', async () => {
  lostCalls('cut_before', 10, 2)
  const input = aVideo()
  expect(await poster.publish(input)).toMatchObject({
    outcome: 'failed',
    failure: { class: 'retry' },
  })
  expect([uploads()[0]?.received, posts()]).toEqual([8 * mebi, []])
  pagenet().faults.clear()
  assets.requests.splice(0)
  expect((await poster.again(input)).outcome).toBe('posted')
  expectWhole()
  expect(assets.requests.some((line) => line.includes('bytes=0-'))).toBe(false)
})

test('restarts once if the network forgot the session', async () => {
  lostCalls('cut_before', 10, 2)
  const input = aVideo()
  await poster.publish(input)
  pagenet().faults.clear()
  pagenet().videos.clear()
  expect(await poster.again(input)).toMatchObject({ failure: { class: 'retry' } })
  expect((await poster.again({ ...input, attemptKey: `${input.attemptKey}-third` })).outcome).toBe(
    'posted',
  )
  expectWhole()
})

test('finds the post if the publish response is lost, and makes no second post if the request was lost', async () => {
  lostCalls('cut_after', 1, 4)
  expect((await poster.publish(aVideo())).outcome).toBe('posted')
  expectWhole()
  pagenet().videos.clear()
  posts().splice(0)
  lostCalls('cut_before', 1, 4)
  const input = aVideo()
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect(posts()).toEqual([])
  // A user checked the network and sends the post again: the session creates the only video.
  expect((await poster.again(input)).outcome).toBe('posted')
  expectWhole()
})

test('finds a post with the next attempt if the publish response was lost during an outage', async () => {
  lostCalls('cut_after', 1, 4)
  pagenet().faults.add({ kind: 'status', status: 500, match: 'GET /', times: 1 })
  const input = aVideo()
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect(posts()).toHaveLength(1)
  const calls = videoCalls()
  expect(await poster.again(input)).toMatchObject({
    outcome: 'posted',
    externalId: uploads()[0]?.id,
  })
  expect(videoCalls()).toBe(calls)
  expectWhole()
})
