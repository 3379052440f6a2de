import { ApprovePost, GetCards, PublishSweepStatus, UsesComments } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { type Caller, newAsset, startHarness } from '../../test/harness.ts'
import { mediaKey } from '../cards/media.ts'

const harness = await startHarness({ API_URL: 'https://api.atrium.example' })
afterAll(() => harness.stop())

const automated = { platform: 'shortpost', channelId: 'chn_1' }
const make = async (caller: Caller, body: object = {}) => {
  const answer = await caller.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: automated,
    ...body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const approve = (caller: Caller, id: string, dueDate = '2090-01-01T00:00:00.000Z') =>
  caller.call('POST', `/api/tasks/${id}/approve`, { dueDate })

test('warns on approval if no workflow publishes the post, but not if there is no runner', async () => {
  const caller = await harness.caller()
  const asked: unknown[] = []
  let active = false
  const stop = await harness.answer([
    rpcHandler(PublishSweepStatus, async (input) => {
      asked.push(input)
      return { active }
    }),
  ])
  const warned = await approve(caller, (await make(caller)).id)
  expect([warned.status, warned.body.status]).toEqual([200, 'reviewed'])
  expect(warned.body.warnings).toEqual([
    { code: 'no_publish_sweep', message: expect.any(String), fix: expect.any(String) },
  ])
  active = true
  expect((await approve(caller, (await make(caller)).id)).body.warnings).toEqual([])
  const byMail = { platform: 'email', to: ['ada@example.test'] }
  const mail = await make(caller, { title: 'Easter', post: byMail })
  expect((await approve(caller, mail.id)).body.warnings).toEqual([])
  const { orgId } = caller
  expect(asked).toEqual([{ orgId }, { orgId }, { orgId, byMail: true }])
  await stop()
  const alone = await approve(caller, (await make(caller)).id)
  expect([alone.status, alone.body.warnings]).toEqual([200, []])
})

test('treats a due date in the past as now in every kind of approval', async () => {
  const caller = await harness.caller()
  const past = '2020-01-01T00:00:00.000Z'
  const began = Date.now()
  const [byRoute, byPatch, byRpc] = [await make(caller), await make(caller), await make(caller)]
  const dates = [
    (await approve(caller, byRoute.id, past)).body.dueDate,
    (await caller.call('PATCH', `/api/tasks/${byPatch.id}`, { status: 'reviewed', dueDate: past }))
      .body.dueDate,
    (
      await callRpc(harness.bus, ApprovePost, {
        orgId: caller.orgId,
        actorId: caller.principal.userId,
        taskId: byRpc.id,
        dueDate: past,
      })
    ).card.dueDate,
  ]
  for (const date of dates) {
    expect(Date.parse(date ?? '')).toBeGreaterThanOrEqual(began)
    expect(Date.parse(date ?? '')).toBeLessThanOrEqual(Date.now())
  }
  const edited = await caller.call('PATCH', `/api/tasks/${byPatch.id}`, { body: 'Changed' })
  expect(edited.body.dueDate).toBe(dates[1])
})

test('keeps the arm of a handed-off post until it is a draft again', async () => {
  const caller = await harness.caller()
  const card = await make(caller, { post: { platform: 'shortpost' } })
  const path = `/api/tasks/${card.id}`
  expect((await caller.call('POST', `${path}/handed-off`)).body.status).toBe('handed_off')
  const before = (await caller.call('GET', path)).body
  const arm = { destination: { scheme: 'automated' }, post: { channelId: 'chn_1' } }
  for (const body of [arm, { destination: { scheme: 'automated' } }, { ...arm, status: 'draft' }]) {
    expect((await caller.call('PATCH', path, body)).status, JSON.stringify(body)).toBe(409)
  }
  expect((await caller.call('PATCH', path, arm)).body.code).toBe('post_locked')
  expect((await caller.call('GET', path)).body).toEqual(before)
  expect((await caller.call('PATCH', path, { status: 'draft' })).status).toBe(200)
  expect((await caller.call('PATCH', path, arm)).body.destination.scheme).toBe('automated')
})

test('reports per org and network if comments are used', async () => {
  const [caller, stranger] = [await harness.caller(), await harness.caller()]
  const used = async (platform: 'shortpost' | 'pronet' | 'pagenet', orgId = caller.orgId) =>
    (await callRpc(harness.bus, UsesComments, { orgId, platform })).used
  await make(caller, { post: { ...automated, linkHandling: 'reply' } })
  await make(caller, { post: { ...automated, link: 'https://example.com/', firstComment: '' } })
  expect(await used('shortpost')).toBe(false)
  await make(caller, { post: { ...automated, firstComment: 'First' } })
  await make(caller, {
    post: { platform: 'pronet', link: 'https://example.com/', linkHandling: 'reply' },
  })
  expect([await used('shortpost'), await used('pronet'), await used('pagenet')]).toEqual([
    true,
    true,
    false,
  ])
  expect(await used('shortpost', stranger.orgId)).toBe(false)
})

test("stores media by key and returns them under the API's current address", async () => {
  const caller = await harness.caller()
  const { key } = newAsset(caller.orgId)
  const now = `https://api.atrium.example/api/assets/${key}`
  const ways = [now, `http://localhost:3000/api/assets/${key}`, `/api/assets/${key}`]
  for (const address of ways) {
    const card = await make(caller, { post: { ...automated, media: [address] } })
    expect(card.post.media).toEqual([now])
    const same = await caller.call('PATCH', `/api/tasks/${card.id}`, {
      post: { media: ways.slice(0, 1) },
    })
    expect(same.body).toEqual(card)
    const { items } = await callRpc(harness.bus, GetCards, { orgId: caller.orgId, ids: [card.id] })
    expect(items[0]?.post?.media).toEqual([now])
    const { media } = await harness.handle.db
      .selectFrom('posts')
      .select('media')
      .where('task_id', '=', card.id)
      .executeTakeFirstOrThrow()
    expect(media).toEqual([key])
    const references = harness.handle.db
      .selectFrom('asset_references')
      .select('asset_key')
      .where('task_id', '=', card.id)
    expect(await references.execute()).toEqual([{ asset_key: key }])
    await caller.call('PATCH', `/api/tasks/${card.id}`, { post: { media: [] } })
    expect(await references.execute()).toEqual([])
  }
  for (const address of [
    key,
    `${now}?x=1`,
    `${now}/..`,
    `ftp://a.example/api/assets/${key}`,
    `x${now}`,
  ]) {
    expect(mediaKey(address), address).toBeUndefined()
  }
})
