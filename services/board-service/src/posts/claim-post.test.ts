import { randomUUID } from 'node:crypto'
import {
  ClaimPost,
  type PostOutcome,
  ReadAltTexts,
  ReleasePost,
  SettlePost,
} from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { type Caller, newAsset, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

async function due(caller: Caller, count: number): Promise<void> {
  const body = { kind: 'post', body: 'Hello', post: { platform: 'shortpost', channelId: 'chn_1' } }
  for (let at = 0; at < count; at += 1) {
    const { id } = (await caller.call('POST', '/api/tasks', body)).body
    await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: '2020-01-01T00:00:00.000Z' })
  }
}

test('returns the same post if a claim is repeated with its token, even if other posts are due', async () => {
  const caller = await harness.caller()
  for (const posts of [1, 3]) {
    await due(caller, posts)
    const token = randomUUID()
    const ask = () => callRpc(harness.bus, ClaimPost, { orgId: caller.orgId, token })
    const first = await ask()
    expect(first.claim).toMatchObject({ token, card: { status: 'posting' } })
    expect(await ask()).toEqual(first)
    const posting = (await caller.call('GET', '/api/tasks?status=posting')).body
    expect(posting.total).toBe(1)
    await callRpc(harness.bus, ReleasePost, {
      orgId: caller.orgId,
      taskId: first.claim?.card.id ?? '',
      token,
    })
    const again = await ask()
    expect(again.claim).toMatchObject({ token, card: { status: 'posting' } })
    await callRpc(harness.bus, ReleasePost, {
      orgId: caller.orgId,
      taskId: again.claim?.card.id ?? '',
      token,
    })
  }
})

test('claims one post when concurrent requests share a token', async () => {
  const caller = await harness.caller()
  await due(caller, 5)
  const token = randomUUID()
  const claims = await Promise.all(
    Array.from({ length: 5 }, () =>
      callRpc(harness.bus, ClaimPost, { orgId: caller.orgId, token }),
    ),
  )
  const ids = new Set(claims.flatMap(({ claim }) => claim?.card.id ?? []))
  expect(ids.size).toBe(1)
  expect((await caller.call('GET', '/api/tasks?status=posting')).body.total).toBe(1)
  const stranger = await harness.caller()
  expect((await callRpc(harness.bus, ClaimPost, { orgId: stranger.orgId, token })).claim).toBeNull()
})

test('claims a post with the alternative texts of its first claim until it is approved again', async () => {
  const caller = await harness.caller()
  const { orgId } = caller
  const [loaf, rolls] = [newAsset(orgId, 'png'), newAsset(orgId, 'png')]
  let text = 'A loaf'
  const asked: string[] = []
  const stop = await harness.answer([
    rpcHandler(ReadAltTexts, async (input) => {
      asked.push(input.orgId)
      return { altTexts: { [loaf.key]: text } }
    }),
  ])
  const media = [loaf.url, rolls.url]
  const post = { platform: 'shortpost', channelId: 'chn_1', media, thread: ['Two', 'Three'] }
  const { id } = (await caller.call('POST', '/api/tasks', { kind: 'post', body: 'One', post })).body
  const dueDate = '2020-01-01T00:00:00.000Z'
  const approve = () => caller.call('POST', `/api/tasks/${id}/approve`, { dueDate })
  const claim = async () => {
    const { claim } = await callRpc(harness.bus, ClaimPost, { orgId })
    const token = claim?.token ?? ''
    expect(claim?.card.post?.thread).toEqual(['Two', 'Three'])
    await callRpc(harness.bus, ReleasePost, { orgId, taskId: id, token, dueDate })
    return claim?.altTexts
  }
  await approve()
  expect(await claim()).toEqual(['A loaf', ''])
  text = 'A changed text'
  expect(await claim()).toEqual(['A loaf', ''])
  await caller.call('PATCH', `/api/tasks/${id}`, { status: 'draft' })
  await approve()
  expect(await claim()).toEqual(['A changed text', ''])
  expect(asked).toEqual([orgId, orgId])
  await stop()
})

test('counts the published posts of a thread until it is complete or a published one is changed', async () => {
  const caller = await harness.caller()
  const { orgId } = caller
  const post = { platform: 'shortpost', channelId: 'chn_1', thread: ['Two', 'Three', 'Four'] }
  const { id } = (await caller.call('POST', '/api/tasks', { kind: 'post', body: 'One', post })).body
  const dueDate = '2020-01-01T00:00:00.000Z'
  const approve = () => caller.call('POST', `/api/tasks/${id}/approve`, { dueDate })
  const claim = async () => (await callRpc(harness.bus, ClaimPost, { orgId })).claim?.token ?? ''
  const settle = async (result: PostOutcome) =>
    callRpc(harness.bus, SettlePost, { orgId, taskId: id, token: await claim(), result })
  const change = (patch: object) => caller.call('PATCH', `/api/tasks/${id}`, patch)
  const count = async () =>
    (await caller.call('GET', `/api/tasks/${id}`)).body.post.partsPublished as number
  const failure = { class: 'fix_content', message: 'Too long', fix: null }
  await approve()
  expect(await count()).toBe(0)
  const stranger = await harness.caller()
  const token = await claim()
  const release = (by: string) =>
    callRpc(harness.bus, ReleasePost, { orgId: by, taskId: id, token, dueDate, partsPublished: 3 })
  await expect(release(stranger.orgId)).rejects.toMatchObject({ kind: 'not_found' })
  expect(await count()).toBe(0)
  await release(orgId)
  expect(await count()).toBe(3)
  // The third post is published as it was, so a change of the fourth keeps the count.
  await change({ post: { thread: ['Two', 'Three', '4'] } })
  expect(await count()).toBe(3)
  await change({ post: { thread: ['Two', '3', '4'] } })
  expect(await count()).toBe(2)
  await change({ title: 'Monday', body: 'First' })
  expect(await count()).toBe(0)
  await settle({ outcome: 'failed', failure, partsPublished: 1 })
  expect(await count()).toBe(1)
  await approve()
  await settle({ outcome: 'failed', failure })
  expect(await count()).toBe(1)
  await approve()
  await settle({ outcome: 'posted', externalId: '1', externalUrl: null })
  expect(await count()).toBe(0)
})

test('claims a post without alternative texts when the file store does not respond', async () => {
  const caller = await harness.caller()
  const { orgId } = caller
  const post = {
    platform: 'shortpost',
    channelId: 'chn_1',
    media: [newAsset(orgId, 'png').url],
  }
  const { id } = (await caller.call('POST', '/api/tasks', { kind: 'post', post })).body
  await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: '2020-01-01T00:00:00.000Z' })
  expect((await callRpc(harness.bus, ClaimPost, { orgId })).claim).toMatchObject({ altTexts: [] })
})

test('claims a post in time when the file store hangs', async () => {
  const caller = await harness.caller()
  const { orgId } = caller
  const hanging = Promise.withResolvers<{ altTexts: Record<string, string> }>()
  const stop = await harness.answer([rpcHandler(ReadAltTexts, () => hanging.promise)])
  const media = [newAsset(orgId, 'png').url]
  const post = { platform: 'shortpost', channelId: 'chn_1', media }
  const { id } = (await caller.call('POST', '/api/tasks', { kind: 'post', post })).body
  await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: '2020-01-01T00:00:00.000Z' })
  try {
    expect((await callRpc(harness.bus, ClaimPost, { orgId })).claim).toMatchObject({ altTexts: [] })
  } finally {
    hanging.resolve({ altTexts: {} })
    await stop()
  }
})

test('keeps the thread of a post, and rejects one that is too long or on another network', async () => {
  const caller = await harness.caller()
  const create = (thread: unknown, platform = 'shortpost') =>
    caller.call('POST', '/api/tasks', {
      kind: 'post',
      body: 'One',
      post: { platform, channelId: 'chn_1', thread },
    })
  const { body } = await create(['Two'])
  expect(body.post.thread).toEqual(['Two'])
  const changed = await caller.call('PATCH', `/api/tasks/${body.id}`, { post: { link: null } })
  expect(changed.body.post.thread).toEqual(['Two'])
  expect((await create(Array(25).fill('x'))).status).toBe(400)
  expect((await create([7])).status).toBe(400)
  const approve = (id: string) =>
    caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: '2090-01-01T00:00:00.000Z' })
  for (const thread of [['Two', 'x'.repeat(281)], ['  ']]) {
    const refused = await approve((await create(thread)).body.id)
    expect([refused.status, refused.body.code]).toEqual([422, 'post_rules_failed'])
  }
  const stranger = await harness.caller()
  const taken = await stranger.call('PATCH', `/api/tasks/${body.id}`, { post: { thread: [] } })
  expect(taken.status).toBe(404)
})
