import { commonErrors, connectErrors, ReadPostComments } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'

type Comment = {
  id: string
  message: string
  createdAt: string | null
  author: null | { id: string; name: string }
}

let harness: Harness
let ana: Caller
let comments: Comment[] = []
let pageSize = Number.POSITIVE_INFINITY
let endless = false
let failure: Error | undefined
let asked: unknown[] = []
let away: () => Promise<void>
const answering = async () => {
  away = await harness.answer([
    rpcHandler(ReadPostComments, async (input) => {
      asked.push(input)
      if (failure !== undefined) throw failure
      const from = Number(input.cursor ?? 0)
      const to = from + pageSize
      // With `endless`, the last page links to itself, as if the network never ends.
      const next = to < comments.length ? String(to) : endless ? String(from) : null
      return { items: comments.slice(from, to), next }
    }),
  ])
}
beforeAll(async () => {
  harness = await startHarness()
  await answering()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
})
afterEach(() => {
  failure = undefined
  endless = false
  pageSize = Number.POSITIVE_INFINITY
  asked = []
})

async function posted(): Promise<string> {
  const { body } = await ana.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost', channelId: 'chn_1' },
  })
  const { db } = harness.handle
  await db.updateTable('tasks').set({ status: 'posted' }).where('id', '=', body.id).execute()
  await db
    .updateTable('posts')
    .set({ external_id: 'ext_1' })
    .where('task_id', '=', body.id)
    .execute()
  return body.id
}
const read = (id: string, query = '') => ana.call('GET', `/api/tasks/${id}/comments${query}`)
const comment = (id: string): Comment => ({
  id,
  message: `Text ${id}`,
  createdAt: null,
  author: null,
})

test("returns a posted post's comments from the network, with times in UTC", async () => {
  const author = { id: 'u1', name: 'Zoë' }
  comments = [
    { id: 'c1', message: '<b>hi</b>', createdAt: '2024-05-01T12:00:00+0200', author },
    { id: 'c2', message: '', createdAt: 'no time', author: null },
  ]
  const id = await posted()
  const answer = await read(id)
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      items: [
        { id: 'c1', message: '<b>hi</b>', createdAt: '2024-05-01T10:00:00.000Z', author },
        { id: 'c2', message: '', createdAt: null, author: null },
      ],
      next: null,
    },
  ])
  const { orgId } = ana
  const actorId = ana.principal.userId
  expect(asked).toEqual([{ orgId, actorId, channelId: 'chn_1', externalId: 'ext_1', cursor: null }])
})

test('continues after the cursor if a comment was deleted or added', async () => {
  const id = await posted()
  comments = Array.from({ length: 7 }, (_, index) => comment(`c${index}`))
  const ids = (answer: { body: { items: Comment[] } }) => answer.body.items.map((one) => one.id)
  const first = await read(id, '?limit=3')
  expect(ids(first)).toEqual(['c0', 'c1', 'c2'])
  comments = [comment('new'), ...comments]
  const second = await read(id, `?limit=3&cursor=${first.body.next}`)
  expect(ids(second)).toEqual(['c3', 'c4', 'c5'])
  comments = comments.filter((one) => one.id !== 'c5')
  const third = await read(id, `?limit=3&cursor=${second.body.next}`)
  expect([ids(third), third.body.next]).toEqual([['c6'], null])
})

test('reads at most 1,000 comments from the network, and stops if a page repeats', async () => {
  const id = await posted()
  comments = Array.from({ length: 70 }, (_, index) => comment(`c${index}`))
  pageSize = 30
  const last = async () => {
    const first = await read(id, '?limit=60')
    return (await read(id, `?limit=60&cursor=${first.body.next}`)).body
  }
  expect((await last()).items).toHaveLength(10)
  endless = true
  asked = []
  expect(await last()).toMatchObject({ items: { length: 10 }, next: null })
  expect(asked).toHaveLength(6)
  comments = Array.from({ length: 2_000 }, (_, index) => comment(`c${index}`))
  pageSize = 100
  asked = []
  await read(id)
  expect(asked).toHaveLength(10)
})

test('rejects an invalid cursor and a bad limit with 400 without calling the network', async () => {
  const id = await posted()
  const cursors = [
    'x',
    '%00',
    'LTEuYQ',
    'MS4',
    'OTk5OTk5OTk5OTk5OTk5OTk5OTk5LmE',
    'a'.repeat(1_001),
    'MS5h%3D',
    '../..',
  ]
  for (const query of [
    ...cursors.map((cursor) => `cursor=${cursor}`),
    'limit=0',
    'limit=101',
    'cursor=',
  ]) {
    const answer = await read(id, `?${query}`)
    expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'validation_failed'])
  }
  expect(asked).toEqual([])
})

test('rejects a card with 409 unless it is a posted post', async () => {
  const task = await ana.call('POST', '/api/tasks', { title: 'Card' })
  const draft = await ana.call('POST', '/api/tasks', {
    kind: 'post',
    body: 'x',
    post: { platform: 'shortpost' },
  })
  const answers = [await read(task.body.id), await read(draft.body.id)]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'not_a_post'],
    [409, 'not_posted'],
  ])
})

test('returns 404 for a post of another org', async () => {
  const id = await posted()
  const stranger = await harness.caller({ role: 'owner', isAdmin: true })
  expect((await stranger.call('GET', `/api/tasks/${id}/comments`)).status).toBe(404)
  expect(asked).toEqual([])
})

test('returns a specific code when connect or the network refuses, and 503 if connect is unavailable', async () => {
  const id = await posted()
  const outcome = async (error: Error) => {
    failure = error
    const answer = await read(id)
    return [answer.status, answer.body.code]
  }
  expect(await outcome(commonErrors.not_found())).toEqual([422, 'channel_not_available'])
  expect(await outcome(connectErrors.token_rejected())).toEqual([422, 'token_rejected'])
  expect(await outcome(connectErrors.network_unavailable())).toEqual([503, 'network_unavailable'])
  await away()
  const answer = await read(id)
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  await answering()
})
