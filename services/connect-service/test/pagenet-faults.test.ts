import { PublishComment } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import {
  type Caller,
  connectPage,
  consent,
  type Harness,
  startHarness,
  toLocation,
} from './harness.ts'
import { buildPoster } from './network-posts.ts'

let assets: AssetServer
let harness: Harness
let person: Caller

beforeAll(async () => {
  assets = await startAssetServer()
  harness = await startHarness({
    env: { API_URL: assets.origin, ASSETS_SERVICE_URL: assets.origin },
    networkTimeoutMs: 400,
  })
})
afterAll(async () => {
  await harness?.stop()
  await assets?.stop()
})
beforeEach(async () => {
  const { pagenet } = harness.sandbox
  pagenet.faults.clear()
  pagenet.pages.splice(0)
  pagenet.addPage('1001', 'Harbour Bakery')
  pagenet.addPage('1002', 'Night Market')
  harness.clock.offsetMs = 0
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
})

const faults = () => harness.sandbox.pagenet.faults
const channels = async (caller = person) => (await caller('GET', '/api/connectors')).body['items']
const readError = async (path: string, caller = person) =>
  toLocation(await caller('GET', path)).searchParams.get('error')
const pickerPath = async () => {
  const back = toLocation(await person('GET', await consent(person)))
  return `/api/connect/pagenet/pickers/${back.searchParams.get('picker')}`
}

test.each([
  ['slow', { kind: 'slow', delayMs: 700, times: 9 }],
  ['asked to wait', { kind: 'status', status: 429, retryAfter: 30, times: 9 }],
  ['answering garbage', { kind: 'garbage', times: 9 }],
] as const)(
  'redirects with an error and stores no channel if the network is %s during a connect',
  async (_, fault) => {
    for (const match of ['oauth/access_token', '/me/accounts']) {
      const back = await consent(person)
      faults().add({ ...fault, match })
      expect(await readError(back)).toBe('network_unavailable')
      faults().clear()
      // The state is used up, even though the connect failed.
      expect(await readError(back)).toBe('state_invalid')
    }
    expect(await channels()).toEqual([])
    const { db } = harness.deps
    expect(
      await db.selectFrom('pickers').select('id').where('owner_id', '=', person.userId).execute(),
    ).toEqual([])
  },
)

test('connects once if a callback arrives several times at once', async () => {
  harness.sandbox.pagenet.pages.splice(1)
  const back = await consent(person)
  const answers = await Promise.all(Array.from({ length: 6 }, () => person('GET', back)))
  const went = answers.map((answer) => toLocation(answer).searchParams)
  expect(went.filter((query) => query.has('connected'))).toHaveLength(1)
  expect(went.filter((query) => query.get('error') === 'state_invalid')).toHaveLength(5)
  expect(await channels()).toHaveLength(1)
})

test('connects no channel if the callback of another user arrives with their own code', async () => {
  const other = harness.person()
  const [mine, theirs] = [await consent(person), await consent(other)]
  const code = new URL(theirs, 'http://localhost').searchParams.get('code') ?? ''
  const forged = new URL(mine, 'http://localhost')
  forged.searchParams.set('code', code)
  expect(await readError(forged.pathname + forged.search, other)).toBe('state_invalid')
  expect([await channels(), await channels(other)]).toEqual([[], []])
  expect(harness.sandbox.pagenet.codes.get(code)?.used).toBe(false)
})

test('connects one Page if a picker is settled several times at once', async () => {
  const path = await pickerPath()
  const answers = await Promise.all(
    ['1001', '1002', '1001', '1002'].map((pageId) => person('POST', path, { pageId })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(answer.body['code']).toBe('pagenet_page_unavailable')
  }
  expect(await channels()).toHaveLength(1)
})

test('keeps the picker usable and stores nothing if the network is unavailable during the choice', async () => {
  const path = await pickerPath()
  for (const fault of [
    { kind: 'slow', delayMs: 700 },
    { kind: 'garbage' },
    { kind: 'status', status: 429 },
    { kind: 'cut_before' },
  ] as const) {
    faults().add({ ...fault, match: '/me/accounts' })
    const answer = await person('POST', path, { pageId: '1001' })
    expect([answer.status, answer.body['code']]).toEqual([503, 'network_unavailable'])
    expect(await channels()).toEqual([])
  }
  expect((await person('POST', path, { pageId: '1001' })).status).toBe(201)
})

test('stores no channel if the grant is revoked between listing and choosing', async () => {
  const path = await pickerPath()
  harness.sandbox.pagenet.revokeAll()
  const answer = await person('POST', path, { pageId: '1001' })
  expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
  expect(await channels()).toEqual([])
})

test("blocks the account for the network's Retry-After when posting", async () => {
  const channelId = await connectPage(person)
  const poster = buildPoster(harness, 'pagenet', person, channelId)
  faults().add({ kind: 'status', status: 429, retryAfter: 40, match: 'POST /1001/feed' })
  const first = await poster.publish(poster.post())
  expect(first).toMatchObject({
    outcome: 'failed',
    failure: { class: 'retry', retryAfterSeconds: 40 },
  })
  const calls = harness.sandbox.pagenet.calls.length
  expect(await poster.publish(poster.post())).toMatchObject({ failure: { class: 'retry' } })
  expect(harness.sandbox.pagenet.calls).toHaveLength(calls)
  expect(harness.sandbox.pagenet.pages[0]?.posts).toEqual([])
  expect(await poster.states()).toEqual(['active'])
  harness.clock.offsetMs = 41_000
  expect((await poster.publish(poster.post())).outcome).toBe('posted')
})

test('sends no post if an upload fails, and sends it with the next attempt', async () => {
  const channelId = await connectPage(person)
  const poster = buildPoster(harness, 'pagenet', person, channelId)
  const media = [assets.add('bread.png', 'image/png', new Uint8Array(64))]
  for (const fault of [
    { kind: 'slow', delayMs: 700 },
    { kind: 'garbage' },
    { kind: 'status', status: 500 },
    { kind: 'cut_after' },
  ] as const) {
    faults().add({ ...fault, match: 'POST /1001/photos' })
    const failed = await poster.publish(poster.post({ media }))
    expect([fault.kind, failed]).toMatchObject([fault.kind, { failure: { class: 'retry' } }])
  }
  expect(harness.sandbox.pagenet.pages[0]?.posts).toEqual([])
  expect((await poster.publish(poster.post({ media }))).outcome).toBe('posted')
})

test('asks to reconnect and posts nothing if the token is revoked between the upload and the post', async () => {
  const channelId = await connectPage(person)
  const poster = buildPoster(harness, 'pagenet', person, channelId)
  const media = [assets.add('rolls.png', 'image/png', new Uint8Array(64))]
  // The upload's response is slow enough to revoke the tokens meanwhile.
  faults().add({ kind: 'slow', delayMs: 200, match: 'POST /1001/photos' })
  const publishing = poster.publish(poster.post({ media }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  harness.sandbox.pagenet.revokeAll()
  expect(await publishing).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(await poster.states()).toEqual(['invalidated'])
  expect(harness.sandbox.pagenet.pages[0]?.posts).toEqual([])
})

test('reports a comment as unconfirmed and never repeats it if its response is lost', async () => {
  const channelId = await connectPage(person)
  const poster = buildPoster(harness, 'pagenet', person, channelId)
  const posted = await poster.publish(poster.post())
  if (posted.outcome !== 'posted') throw new Error('not posted')
  const comments = () => harness.sandbox.pagenet.pages[0]?.posts[0]?.comments ?? []
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    faults().add({ kind, delayMs: 700, match: `POST /${posted.externalId}/comments` })
    const about = {
      orgId: person.orgId,
      actorId: person.userId,
      channelId,
      taskId: `task_${kind}`,
      attemptKey: `comment_${kind}`,
    }
    const input = { ...about, externalId: posted.externalId, message: `Open at seven (${kind})` }
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await callRpc(harness.bus, PublishComment, input)).outcome).toBe('unconfirmed')
    }
    expect(comments().filter(({ message }) => message === input.message)).toHaveLength(1)
  }
})
