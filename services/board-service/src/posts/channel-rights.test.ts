import { ApprovePost, ClaimPost, CreateCard, StartInternalRun, UpdateCard } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Answer,
  type Caller,
  type Harness,
  newOrgId,
  startHarness,
} from '../../test/harness.ts'

let harness: Harness
let ana: Caller
let ben: Caller
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([rpcHandler(StartInternalRun, async () => ({ runId: 'run_1' }))])
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
  ben = await harness.caller({ orgId: ana.orgId })
  harness.channels.clear()
  harness.channels.set('chn_ana', { ownerId: ana.principal.userId })
  harness.channels.set('chn_ben', { ownerId: ben.principal.userId })
  harness.channels.set('chn_gone', null)
  harness.channels.set('chn_abroad', { ownerId: ana.principal.userId, orgId: newOrgId() })
})

const future = '2090-01-01T00:00:00.000Z'
const create = (caller: Caller, channelId: string) =>
  caller.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost', channelId },
  })
const draft = async (caller: Caller, channelId: string): Promise<string> => {
  const answer = await create(caller, channelId)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const patch = (caller: Caller, id: string, body: object) =>
  caller.call('PATCH', `/api/tasks/${id}`, body)
const approve = (caller: Caller, id: string) =>
  caller.call('POST', `/api/tasks/${id}/approve`, { dueDate: future })
const publishNow = (caller: Caller, id: string) =>
  caller.call('POST', `/api/tasks/${id}/publish-now`)
const read = async (id: string) => (await ana.call('GET', `/api/tasks/${id}`)).body
const refused = (answer: Answer) =>
  expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
    422,
    'channel_not_available',
    'post.channelId',
  ])
const readClaim = async (taskId: string) =>
  (await callRpc(harness.bus, ClaimPost, { orgId: ana.orgId, taskId })).claim

test('rejects a channel for a post unless its author may use it', async () => {
  for (const channelId of ['chn_ben', 'chn_gone', 'chn_abroad'])
    refused(await create(ana, channelId))
  expect((await ana.call('GET', '/api/tasks')).body.total).toBe(0)
  harness.channels.set('chn_ben', { ownerId: ben.principal.userId, shared: true })
  expect((await create(ana, 'chn_ben')).status).toBe(201)
})

test('prevents a colleague from editing, approving or publishing a post on an unshared channel', async () => {
  const id = await draft(ana, 'chn_ana')
  const before = await read(id)
  refused(await patch(ben, id, { body: 'Ben says' }))
  refused(await patch(ben, id, { status: 'reviewed', dueDate: future }))
  refused(await patch(ben, id, { post: { channelId: 'chn_ben' } }))
  refused(await patch(ben, id, { destination: { scheme: 'manual' } }))
  refused(await approve(ben, id))
  refused(await publishNow(ben, id))
  expect(await read(id)).toEqual(before)
  expect((await patch(ben, id, { tags: ['seen'] })).status).toBe(200)

  expect((await approve(ana, id)).status).toBe(200)
  refused(await publishNow(ben, id))
  refused(await patch(ben, id, { status: 'draft' }))
  expect((await readClaim(id))?.actorId).toBe(ana.principal.userId)
})

test("lets only users of a post's channel change and approve the post", async () => {
  const id = await draft(ana, 'chn_ana')
  for (const channelId of ['chn_ben', 'chn_gone', 'chn_abroad']) {
    refused(await patch(ana, id, { post: { channelId } }))
  }
  expect((await approve(ana, id)).status).toBe(200)
  harness.channels.set('chn_ana', null)
  refused(await patch(ana, id, { body: 'Too late' }))
  expect((await patch(ana, id, { status: 'draft' })).status).toBe(200)
  refused(await approve(ana, id))
  refused(await publishNow(ana, id))
  harness.channels.set('chn_new', { ownerId: ana.principal.userId })
  expect((await patch(ana, id, { post: { channelId: 'chn_new' } })).status).toBe(200)
})

test("prevents a colleague's workflow from publishing a post before its due date", async () => {
  const { orgId } = ana
  const id = await draft(ana, 'chn_ana')
  expect((await approve(ana, id)).status).toBe(200)
  const claimFor = ({ principal }: Caller) =>
    callRpc(harness.bus, ClaimPost, { orgId, taskId: id, actorId: principal.userId })
  await expect(claimFor(ben)).rejects.toMatchObject({ code: 'channel_not_available' })
  expect((await read(id)).status).toBe('reviewed')
  await patch(ana, id, { dueDate: '2020-01-01T00:00:00.000Z' })
  expect((await claimFor(ben)).claim?.actorId).toBe(ana.principal.userId)
  const early = await draft(ana, 'chn_ana')
  await approve(ana, early)
  const own = { orgId, taskId: early, actorId: ana.principal.userId }
  expect((await callRpc(harness.bus, ClaimPost, own)).claim?.card.id).toBe(early)
})

test('publishes a post on a shared channel for the user who last approved it', async () => {
  harness.channels.set('chn_ana', { ownerId: ana.principal.userId, shared: true })
  const [approved, edited, clicked] = [
    await draft(ana, 'chn_ana'),
    await draft(ana, 'chn_ana'),
    await draft(ana, 'chn_ana'),
  ]
  expect((await approve(ben, approved)).status).toBe(200)
  for (const id of [edited, clicked]) expect((await approve(ana, id)).status).toBe(200)
  expect((await patch(ben, edited, { tags: ['x'] })).status).toBe(200)
  const { actor_id } = await harness.handle.db
    .selectFrom('posts')
    .select('actor_id')
    .where('task_id', '=', edited)
    .executeTakeFirstOrThrow()
  expect(actor_id).toBe(ana.principal.userId)
  expect((await patch(ben, edited, { body: 'Ben says' })).status).toBe(200)
  expect((await publishNow(ben, clicked)).status).toBe(202)
  for (const id of [approved, edited, clicked]) {
    expect((await readClaim(id))?.actorId).toBe(ben.principal.userId)
  }
})

test("gives a workflow its owner's rights and no more", async () => {
  const { orgId } = ana
  const id = await draft(ana, 'chn_ana')
  const make = (ownerId: string, channelId: string) =>
    callRpc(harness.bus, CreateCard, {
      orgId,
      ownerId,
      card: { kind: 'post', body: 'Hello', post: { platform: 'shortpost', channelId } },
    })
  const update = (actorId: string) =>
    callRpc(harness.bus, UpdateCard, { orgId, actorId, taskId: id, patch: { body: 'Rewritten' } })
  const arm = (actorId: string) =>
    callRpc(harness.bus, ApprovePost, { orgId, actorId, taskId: id, dueDate: future })
  const { userId } = ben.principal
  for (const call of [() => make(userId, 'chn_ana'), () => update(userId), () => arm(userId)]) {
    await expect(call()).rejects.toMatchObject({
      code: 'channel_not_available',
      kind: 'unprocessable',
    })
  }
  expect((await read(id)).body).toBe('Hello')
  expect((await make(userId, 'chn_ben')).created).toBe(true)
  expect((await update(ana.principal.userId)).card.body).toBe('Rewritten')
  expect((await arm(ana.principal.userId)).card.status).toBe('reviewed')
  expect((await readClaim(id))?.actorId).toBe(ana.principal.userId)
})

test('rejects setting a channel and approving with 503 if connect is unavailable, and changes nothing', async () => {
  const id = await draft(ana, 'chn_ana')
  const before = await read(id)
  await harness.connect.stop()
  try {
    for (const answer of [
      await create(ana, 'chn_ana'),
      await patch(ana, id, { body: 'Later' }),
      await approve(ana, id),
      await publishNow(ana, id),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    }
    expect(await read(id)).toEqual(before)
    expect((await patch(ana, id, { tags: ['later'] })).status).toBe(200)
  } finally {
    await harness.connect.start()
  }
})

test('approves a post only if its channel belongs to its network', async () => {
  const caller = await harness.caller()
  harness.channels.set('chn_page', { network: 'pagenet' })
  const due = { dueDate: '2090-01-01T00:00:00.000Z' }
  const make = async (post: object) =>
    (await caller.call('POST', '/api/tasks', { kind: 'post', body: 'Hello', post })).body.id
  const other = { platform: 'shortpost', channelId: 'chn_page' }
  const id = await make(other)
  const path = `/api/tasks/${id}`
  const refusal = [422, 'post_rules_failed', ['post.channelId']]
  const refused = async (method: string, to: string, body?: object) => {
    const answer = await caller.call(method, to, body)
    return [
      answer.status,
      answer.body.code,
      answer.body.errors?.map((error: { path: string }) => error.path),
    ]
  }
  expect(await refused('POST', `${path}/approve`, due)).toEqual(refusal)
  expect(await refused('PATCH', path, { status: 'reviewed', ...due })).toEqual(refusal)
  expect(await refused('POST', `${path}/publish-now`)).toEqual(refusal)
  const asked = { orgId: caller.orgId, actorId: caller.principal.userId, taskId: id }
  await expect(callRpc(harness.bus, ApprovePost, { ...asked, ...due })).rejects.toMatchObject({
    code: 'post_rules_failed',
  })
  expect((await caller.call('GET', path)).body.status).toBe('draft')

  const armed = `/api/tasks/${await make({ ...other, channelId: 'chn_own' })}`
  expect((await caller.call('POST', `${armed}/approve`, due)).status).toBe(200)
  expect(await refused('PATCH', armed, { post: { channelId: 'chn_page' } })).toEqual(refusal)
  expect(await refused('PATCH', armed, { post: { platform: 'pagenet' } })).toEqual(refusal)
  expect(
    (await caller.call('PATCH', armed, { post: { platform: 'pagenet', channelId: 'chn_page' } }))
      .status,
  ).toBe(200)
  harness.channels.set('chn_page', { network: 'pronet' })
  expect(await refused('POST', `${armed}/publish-now`)).toEqual(refusal)
  expect((await caller.call('PATCH', armed, { status: 'draft' })).status).toBe(200)
})
