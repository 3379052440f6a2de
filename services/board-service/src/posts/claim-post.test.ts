import { randomUUID } from 'node:crypto'
import { ClaimPost, ReleasePost } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { type Caller, startHarness } from '../../test/harness.ts'

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
