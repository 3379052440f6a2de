import { commonErrors, connectErrors, type PostMetric, ReadPostMetrics } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { refreshDueFigures } from './figures.ts'
import { failurePause } from './refresh-pause.ts'

let harness: Harness
let ana: Caller
let asked: string[] = []
let failure: Error | undefined
let items: PostMetric[] = []
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(ReadPostMetrics, async ({ externalId }) => {
      asked.push(externalId)
      if (failure !== undefined) throw failure
      return { items }
    }),
  ])
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
  failure = undefined
  asked = []
  items = [
    { name: 'likes', value: 12 },
    { name: 'views', value: 400 },
  ]
})

async function posted(
  externalId: string,
  { platform = 'shortpost', postedAt = new Date() } = {},
): Promise<string> {
  const body = { kind: 'post', body: externalId, post: { platform, channelId: 'chn_1' } }
  const { id } = (await ana.call('POST', '/api/tasks', body)).body
  const { db } = harness.handle
  await db.updateTable('tasks').set({ status: 'posted' }).where('id', '=', id).execute()
  await db
    .updateTable('posts')
    .set({ external_id: externalId, posted_at: postedAt, account_name: 'Harbour Bakery' })
    .where('task_id', '=', id)
    .execute()
  return id
}
const read = (id: string, caller = ana) => caller.call('GET', `/api/tasks/${id}/metrics`)
const makeDue = (id: string) =>
  harness.handle.db
    .updateTable('post_metrics')
    .set({ next_at: new Date(0) })
    .where('task_id', '=', id)
    .execute()

test('reads the figures of a post once, keeps them, and returns the kept ones when a reading fails', async () => {
  const id = await posted('ext_1')
  const first = await read(id)
  expect([first.status, first.body]).toEqual([200, { items, at: expect.stringMatching(/Z$/) }])
  expect((await read(id)).body).toEqual(first.body)
  expect(asked).toEqual(['ext_1'])
  await makeDue(id)
  failure = commonErrors.unavailable()
  expect((await read(id)).body).toEqual(first.body)
  const { db } = harness.handle
  const row = await db
    .selectFrom('post_metrics')
    .selectAll()
    .where('task_id', '=', id)
    .executeTakeFirstOrThrow()
  expect([row.failures, row.next_at > new Date()]).toEqual([1, true])
  await makeDue(id)
  failure = undefined
  items = [{ name: 'likes', value: 13 }]
  expect((await read(id)).body.items).toEqual(items)
})

test('refuses posts that are not published, networks without figures, and other organisations', async () => {
  const draft = { kind: 'post', body: 'Hi', post: { platform: 'shortpost', channelId: 'chn_1' } }
  const { id } = (await ana.call('POST', '/api/tasks', draft)).body
  const code = async (card: string) => {
    const { status, body } = await read(card)
    return [status, body.code]
  }
  expect(await code(id)).toEqual([409, 'not_posted'])
  const task = (await ana.call('POST', '/api/tasks', { title: 'Task' })).body.id
  expect(await code(task)).toEqual([409, 'not_a_post'])
  harness.channels.set('chn_1', { network: 'pronet' })
  expect(await code(await posted('ext_p', { platform: 'pronet' }))).toEqual([400, 'not_supported'])
  harness.channels.clear()
  const mine = await posted('ext_2')
  expect((await read(mine, await harness.caller())).status).toBe(404)
  failure = commonErrors.not_found()
  expect(await code(mine)).toEqual([422, 'channel_not_available'])
})

test('refreshes the figures of recent posts in the background, each by one replica', async () => {
  await harness.handle.db.deleteFrom('post_metrics').execute()
  await harness.handle.db.updateTable('posts').set({ external_id: null }).execute()
  await posted('ext_new')
  await posted('ext_old', { postedAt: new Date(Date.now() - 40 * 86_400_000) })
  const counts = await Promise.all([
    refreshDueFigures(harness.deps),
    refreshDueFigures(harness.deps),
  ])
  expect(counts.sort()).toEqual([0, 1])
  expect(asked).toEqual(['ext_new'])
  expect(await refreshDueFigures(harness.deps)).toBe(0)
})

test('asks the network again only after a pause when it has stated no figures yet', async () => {
  const id = await posted('ext_none')
  failure = connectErrors.token_rejected()
  const code = async () => {
    const { status, body } = await read(id)
    return [status, body.code]
  }
  expect(await code()).toEqual([422, 'token_rejected'])
  expect(await code()).toEqual([422, 'token_rejected'])
  expect(asked).toEqual(['ext_none'])
  // After many failures the background waits for hours. A user who asks waits five minutes at most.
  const { db } = harness.handle
  const failedAt = Date.now() - 6 * 60_000
  await db
    .updateTable('post_metrics')
    .set({ failures: 9, next_at: new Date(failedAt + failurePause(9)) })
    .where('task_id', '=', id)
    .execute()
  failure = undefined
  expect((await read(id)).body.items).toEqual(items)
})

test('reads a post of each organisation first when one has many due posts', async () => {
  await harness.handle.db.deleteFrom('post_metrics').execute()
  await harness.handle.db.updateTable('posts').set({ external_id: null }).execute()
  const old = new Date(Date.now() - 86_400_000)
  for (let n = 0; n < 6; n += 1) await posted(`ext_many_${n}`, { postedAt: old })
  ana = await harness.caller()
  await posted('ext_single')
  await refreshDueFigures(harness.deps)
  expect(asked).toHaveLength(4)
  expect(asked).toContain('ext_single')
})

test('sums posts and figures by account and month, for the own organisation only', async () => {
  const now = new Date()
  for (const id of [await posted('ext_3'), await posted('ext_4')]) await read(id)
  await posted('ext_5', {
    platform: 'forumnet',
    postedAt: new Date(now.getTime() - 2 * 365 * 86_400_000),
  })
  const { body } = await ana.call('GET', '/api/posts/report?months=2')
  expect(body.items).toEqual([
    {
      month: now.toISOString().slice(0, 7),
      channelId: 'chn_1',
      accountName: 'Harbour Bakery',
      platform: 'shortpost',
      posts: 2,
      items: [
        { name: 'likes', value: 24 },
        { name: 'views', value: 800 },
      ],
    },
  ])
  const stranger = await harness.caller()
  expect((await stranger.call('GET', '/api/posts/report')).body.items).toEqual([])
})
