import { ClaimPost, SettlePost, StartInternalRun, UsersByIds } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { settleClaim } from './claim-post.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(StartInternalRun, async () => ({ runId: 'run_1' })),
    rpcHandler(UsersByIds, async ({ userIds }) => ({
      users: userIds.map((id) => ({ id, name: 'Ada' })),
    })),
  ])
})
afterAll(() => harness.stop())

const future = '2090-01-01T00:00:00.000Z'
const automated = { platform: 'shortpost', channelId: 'chn_1' }
async function approved(caller: Caller, dueDate = future): Promise<string> {
  const body = { kind: 'post', body: 'Hello', post: automated }
  const { id } = (await caller.call('POST', '/api/tasks', body)).body
  expect((await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  return id
}
const read = async (caller: Caller, id: string) =>
  (await caller.call('GET', `/api/tasks/${id}`)).body
const newest = async (caller: Caller, id: string) =>
  (await caller.call('GET', `/api/tasks/${id}/timeline?kind=history`)).body.items.find(
    ({ kind }: { kind: string }) => kind === 'history.posted',
  )
const claimed = async (caller: Caller, id: string) => {
  const { claim } = await callRpc(harness.bus, ClaimPost, {
    orgId: caller.orgId,
    taskId: id,
    runId: 'run_1',
  })
  return claim?.token ?? ''
}
const settle = (caller: Caller, taskId: string, token: string) =>
  callRpc(harness.bus, SettlePost, {
    orgId: caller.orgId,
    taskId,
    token,
    runId: 'run_1',
    result: { outcome: 'posted', externalId: '1', externalUrl: null },
  })

test('records when a post went out and who published it if a member publishes it early', async () => {
  const caller = await harness.caller()
  const id = await approved(caller)
  expect((await read(caller, id)).post).toMatchObject({ postedAt: null, postedBy: null })
  const before = Date.now()
  expect((await caller.call('POST', `/api/tasks/${id}/publish-now`)).status).toBe(202)
  expect((await read(caller, id)).post.postedBy).toBeNull()
  await settle(caller, id, await claimed(caller, id))
  const card = await read(caller, id)
  const member = caller.principal.userId
  expect(card.post.postedBy).toEqual({ id: member, name: 'Ada' })
  expect(Date.parse(card.post.postedAt)).toBeGreaterThanOrEqual(before)
  // Calendars query a range of due dates.
  expect(card.dueDate).toBe(card.post.postedAt)
  expect((await newest(caller, id)).author).toEqual({ type: 'user', id: member, runId: 'run_1' })
})

test('names no member when a workflow publishes a post on time', async () => {
  const caller = await harness.caller()
  const id = await approved(caller, new Date().toISOString())
  const { dueDate } = await read(caller, id)
  await settle(caller, id, await claimed(caller, id))
  const card = await read(caller, id)
  expect([card.post.postedBy, card.dueDate, card.post.postedAt > dueDate]).toEqual([
    null,
    dueDate,
    true,
  ])
  expect((await newest(caller, id)).author).toEqual({
    type: 'agent',
    id: 'workflow',
    runId: 'run_1',
  })
})

test('forgets the member when the post is approved for another time', async () => {
  const caller = await harness.caller()
  const id = await approved(caller)
  await caller.call('POST', `/api/tasks/${id}/publish-now`)
  await caller.call('PATCH', `/api/tasks/${id}`, { status: 'draft' })
  await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: future })
  await settle(caller, id, await claimed(caller, id))
  expect((await read(caller, id)).post.postedBy).toBeNull()
})

test('records when the outcome became unknown if it is reported late', async () => {
  const caller = await harness.caller()
  const id = await approved(caller, new Date().toISOString())
  const token = await claimed(caller, id)
  const { orgId } = caller
  const result = { outcome: 'unconfirmed' as const, message: 'No answer' }
  const { updatedAt } = await settleClaim(harness.deps, { orgId, taskId: id, token, result })
  await settle(caller, id, token)
  expect((await read(caller, id)).post.postedAt).toBe(updatedAt)
})

test('names the member who posts manually', async () => {
  const caller = await harness.caller()
  const body = { kind: 'post', body: 'Hello', post: { platform: 'pronet' }, dueDate: future }
  const { id } = (await caller.call('POST', '/api/tasks', body)).body
  await caller.call('POST', `/api/tasks/${id}/handed-off`)
  const moved = await caller.call('POST', `/api/tasks/${id}/posted-by-hand`)
  expect(moved.body.post.postedBy).toEqual({ id: caller.principal.userId, name: 'Ada' })
  expect(moved.body.dueDate).toBe(moved.body.post.postedAt)
})

test('lists a post by the time at which it went out', async () => {
  const caller = await harness.caller()
  const late = await approved(caller, new Date().toISOString())
  // For example, no workflow published posts for a long time.
  await harness.deps.db
    .updateTable('tasks')
    .set({ due_date: new Date('2020-01-31T12:00:00.000Z') })
    .where('id', '=', late)
    .execute()
  await settle(caller, late, await claimed(caller, late))
  await approved(caller)
  const { postedAt } = (await read(caller, late)).post
  const list = async (query: string, who = caller) =>
    (await who.call('GET', `/api/tasks?kind=post&${query}`)).body.items?.map(
      ({ id }: { id: string }) => id,
    )
  const today = new Date().toISOString().slice(0, 10)
  expect(await list(`dueAfter=${today}&dueBefore=2089-01-01`)).toEqual([])
  expect(await list(`limit=1000&postedAfter=${today}&postedBefore=2089-01-01`)).toEqual([late])
  expect(await list(`postedAfter=${postedAt}`)).toEqual([late])
  expect(await list(`postedBefore=${postedAt}`)).toEqual([])
  expect(await list('postedAfter=2089-01-01')).toEqual([])
  expect(await list(`postedAfter=${today}`, await harness.caller())).toEqual([])
  for (const query of ['postedAfter=yesterday', `limit=101&postedAfter=${today}`])
    expect((await caller.call('GET', `/api/tasks?${query}`)).status).toBe(400)
})

test('rejects both fields in a request', async () => {
  const caller = await harness.caller()
  for (const field of ['postedAt', 'postedBy']) {
    const body = { kind: 'post', body: 'Hello', post: { ...automated, [field]: null } }
    const answer = await caller.call('POST', '/api/tasks', body)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, `post.${field}`])
  }
})
