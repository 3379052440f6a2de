import { ClaimPost, PublishSweepStatus, StartInternalRun } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { startDuePosts } from './start-due-posts.ts'

let harness: Harness
let ana: Caller
const publishing = new Set<string>()
let started: string[] = []
let attempts = 0
let isAway = false
const broken = new Set<string>()
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(PublishSweepStatus, async ({ orgId }) => ({ active: publishing.has(orgId) })),
    rpcHandler(StartInternalRun, async ({ taskId, kind, id, userId }) => {
      attempts += 1
      if (isAway || broken.has(taskId)) throw new Error('The runner fails')
      expect([kind, id, userId]).toEqual(['publish-now', 'chn_1', ana.principal.userId])
      started.push(taskId)
      return { runId: `run_${taskId}` }
    }),
  ])
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
  started = []
  attempts = 0
  isAway = false
  await harness.handle.db.updateTable('tasks').set({ status: 'archived' }).execute()
})

async function approved(dueInMs: number): Promise<string> {
  const post = { platform: 'shortpost', channelId: 'chn_1' }
  const { id } = (await ana.call('POST', '/api/tasks', { kind: 'post', body: 'Hello', post })).body
  const dueDate = new Date(Date.now() + 60_000).toISOString()
  expect((await ana.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  await harness.handle.db
    .updateTable('tasks')
    .set({ due_date: new Date(Date.now() + dueInMs) })
    .where('id', '=', id)
    .execute()
  return id
}

test('starts each post that has become due once, also with several replicas', async () => {
  publishing.add(ana.orgId)
  const due = [await approved(-1_000), await approved(-2_000)]
  await approved(60_000)
  await approved(-20 * 60_000)
  await Promise.all([startDuePosts(harness.deps), startDuePosts(harness.deps)])
  await startDuePosts(harness.deps)
  expect(started.sort()).toEqual(due.sort())
})

test('starts nothing without an active workflow that publishes', async () => {
  await approved(-1_000)
  await startDuePosts(harness.deps)
  expect(started).toEqual([])
})

test('tries again when the runner fails, and starts a post again for another due date', async () => {
  publishing.add(ana.orgId)
  const id = await approved(-5_000)
  isAway = true
  await startDuePosts(harness.deps)
  isAway = false
  await startDuePosts(harness.deps)
  expect(started).toEqual([id])
  await harness.handle.db
    .updateTable('tasks')
    .set({ due_date: new Date(Date.now() - 500) })
    .where('id', '=', id)
    .execute()
  await startDuePosts(harness.deps)
  expect(started).toEqual([id, id])
})

test('starts every other post once when one cannot be started, and tries that one again later', async () => {
  publishing.add(ana.orgId)
  const due = [await approved(-3_000), await approved(-2_000), await approved(-1_000)]
  const [, stuck = ''] = due
  broken.add(stuck)
  await startDuePosts(harness.deps)
  const others = due.filter((id) => id !== stuck)
  expect(started.toSorted()).toEqual(others.toSorted())
  expect(attempts).toBe(others.length + 1)
  broken.clear()
  started = []
  await startDuePosts(harness.deps)
  expect(started).toEqual([stuck])
})

test('does not publish before a later due date with the run of an earlier one', async () => {
  publishing.add(ana.orgId)
  const { orgId, principal } = ana
  const id = await approved(-1_000)
  await startDuePosts(harness.deps)
  const dueDate = new Date(Date.now() + 3_600_000).toISOString()
  expect((await ana.call('PATCH', `/api/tasks/${id}`, { dueDate })).body.status).toBe('reviewed')
  const claim = async (runId: string) => {
    const asked = { orgId, taskId: id, actorId: principal.userId, runId }
    return (await callRpc(harness.bus, ClaimPost, asked)).claim?.card.id
  }
  expect(await claim(`run_${id}`)).toBeUndefined()
  // Somebody publishes it now.
  expect(await claim('run_other')).toBe(id)
})
