import { LookForPost, type PostSighting } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { claimDuePost, settleClaim, sweepOverdueClaims } from './claim-post.ts'
import { lookForPosts } from './look-for-posts.ts'

let harness: Harness
let offsetMs = 0
/** The requests to connect. Its responses are stored per card. */
const asked: { taskId: string; attemptKey: string; body: string }[] = []
const sightings = new Map<string, PostSighting>()
let stopConnect: () => Promise<void>
const startConnect = async () => {
  stopConnect = await harness.answer([
    rpcHandler(LookForPost, async (input): Promise<PostSighting> => {
      asked.push(input)
      return sightings.get(input.taskId) ?? { outcome: 'unknown', again: true }
    }),
  ])
}

beforeAll(async () => {
  harness = await startHarness()
  harness.channels.set('chn_1', { network: 'pagenet' })
  await startConnect()
})
afterEach(() => {
  offsetMs = 0
})
afterAll(() => harness.stop())

const deps = () => ({ ...harness.deps, now: () => new Date(Date.now() + offsetMs) })
const look = async () => {
  while ((await lookForPosts(deps())) > 0);
}
const get = async (caller: Caller, id: string) =>
  (await caller.call('GET', `/api/tasks/${id}`)).body
const asksAbout = (id: string) => asked.filter(({ taskId }) => taskId === id)

/** Creates a card with an unsettled claim. By the test's clock, the claim expired one hour ago. */
async function abandoned(caller: Caller): Promise<{ id: string; token: string }> {
  const body = { kind: 'post', body: 'Hello', post: { platform: 'pagenet', channelId: 'chn_1' } }
  const { id } = (await caller.call('POST', '/api/tasks', body)).body
  await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: '2020-01-01T00:00:00.000Z' })
  const claim = await claimDuePost(deps(), {
    orgId: caller.orgId,
    taskId: id,
    deadlineSeconds: 900,
  })
  offsetMs += 3_600_000
  expect(await sweepOverdueClaims(deps())).toBe(1)
  return { id, token: claim?.token ?? '' }
}

test('marks a published post as posted when connect confirms it without a report', async () => {
  const caller = await harness.caller()
  const { id, token } = await abandoned(caller)
  expect(await get(caller, id)).toMatchObject({ status: 'unconfirmed' })
  sightings.set(id, {
    outcome: 'posted',
    externalId: '7',
    externalUrl: 'https://x/7',
    comment: 'Mind the link',
  })
  await look()
  await eventually(async () => expect((await get(caller, id)).status).toBe('posted'))
  expect(asksAbout(id)).toMatchObject([{ attemptKey: token, body: 'Hello' }])
  const card = await get(caller, id)
  expect(card.post).toMatchObject({ externalId: '7', externalUrl: 'https://x/7', failure: null })
  await eventually(async () => {
    const { items } = (await caller.call('GET', `/api/tasks/${id}/timeline?kind=entries`)).body
    expect(items).toMatchObject([
      { body: expect.stringContaining('first comment was not written: Mind the link') },
    ])
  })
  offsetMs += 86_400_000
  await look()
  expect(asksAbout(id)).toHaveLength(1)
})

test('fails a post with its remedy if connect has recorded a refusal', async () => {
  const caller = await harness.caller()
  const { id } = await abandoned(caller)
  const failure = { class: 'reconnect', message: 'The token is over', fix: 'Reconnect' } as const
  sightings.set(id, { outcome: 'failed', failure })
  await look()
  await eventually(async () =>
    expect(await get(caller, id)).toMatchObject({ status: 'failed', post: { failure } }),
  )
})

test('leaves a post unconfirmed with that reason if it was never sent, and stops looking', async () => {
  const caller = await harness.caller()
  const { id } = await abandoned(caller)
  const before = (await caller.call('GET', `/api/tasks/${id}`)).headers.get('etag')
  sightings.set(id, { outcome: 'unsent' })
  await look()
  await eventually(async () => {
    const { status, post } = await get(caller, id)
    expect([status, post.failure.message]).toEqual([
      'unconfirmed',
      expect.stringContaining('before anything was sent'),
    ])
  })
  expect((await caller.call('GET', `/api/tasks/${id}`)).headers.get('etag')).not.toBe(before)
  offsetMs += 86_400_000
  await look()
  expect(asksAbout(id)).toHaveLength(1)
  expect((await caller.call('PATCH', `/api/tasks/${id}`, { status: 'draft' })).status).toBe(200)
})

test('looks for an unseen post with back-off, then leaves it to a user', async () => {
  const caller = await harness.caller()
  const { id } = await abandoned(caller)
  const times: number[] = []
  for (let minute = 0; minute <= 24 * 60; minute += 1) {
    const before = asksAbout(id).length
    await look()
    if (asksAbout(id).length > before) times.push(minute)
    offsetMs += 60_000
  }
  expect(times).toEqual([0, 1, 6, 36, 156, 876])
  expect((await get(caller, id)).status).toBe('unconfirmed')
})

test('looks once for a post if its network has no look-up', async () => {
  const caller = await harness.caller()
  const { id } = await abandoned(caller)
  sightings.set(id, { outcome: 'unknown', again: false })
  await look()
  offsetMs += 86_400_000
  await look()
  expect(asksAbout(id)).toHaveLength(1)
})

test('counts no attempt if connect is unavailable, and leaves a post alone when a user has settled it', async () => {
  const caller = await harness.caller()
  const [waiting, decided] = [await abandoned(caller), await abandoned(caller)]
  await stopConnect()
  for (let hour = 0; hour < 10; hour += 1) {
    await look()
    offsetMs += 3_600_000
  }
  expect((await caller.call('PATCH', `/api/tasks/${decided.id}`, { status: 'draft' })).status).toBe(
    200,
  )
  await startConnect()
  for (const { id } of [waiting, decided])
    sightings.set(id, { outcome: 'posted', externalId: id, externalUrl: null, comment: null })
  await look()
  await eventually(async () => expect((await get(caller, waiting.id)).status).toBe('posted'))
  expect([(await get(caller, decided.id)).status, asksAbout(decided.id).length]).toEqual([
    'draft',
    0,
  ])
})

test('looks for a post one minute after it was reported as unconfirmed', async () => {
  const caller = await harness.caller()
  const { id, token } = await abandoned(caller)
  await harness.handle.db
    .updateTable('tasks')
    .set({ status: 'posting' })
    .where('id', '=', id)
    .execute()
  const result = { outcome: 'unconfirmed', message: 'No answer' } as const
  await settleClaim(deps(), { orgId: caller.orgId, taskId: id, token, result })
  await look()
  expect(asksAbout(id)).toHaveLength(0)
  offsetMs += 60_000
  await look()
  expect(asksAbout(id)).toHaveLength(1)
})
