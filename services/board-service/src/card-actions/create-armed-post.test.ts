import { CreatePost } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { type Caller, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const armAt = '2090-01-01T09:00:00.000Z'
const make = (caller: Caller, key: string, post: object, more: { armAt?: string } = {}) =>
  callRpc(harness.bus, CreatePost, {
    orgId: caller.orgId,
    actorId: caller.principal.userId,
    post: {
      kind: 'post',
      body: 'Hello',
      post: { platform: 'shortpost', channelId: 'chn_1' },
      ...post,
    },
    key,
    ...more,
  })
const posts = async (caller: Caller) =>
  (await caller.call('GET', '/api/tasks?kind=post')).body.items

test('approves a new post for the given time if it meets the rules', async () => {
  const caller = await harness.caller()
  const made = await make(caller, 'k1', {}, { armAt })
  expect(made).toMatchObject({
    created: true,
    broken: [],
    card: { status: 'reviewed', dueDate: armAt },
  })
  expect(await posts(caller)).toMatchObject([
    { status: 'reviewed', ownerId: caller.principal.userId },
  ])
})

test('leaves a post as a draft without a due date if it breaks a rule, and names the rules', async () => {
  const caller = await harness.caller()
  const made = await make(caller, 'k1', { body: 'x'.repeat(281) }, { armAt })
  expect(made).toMatchObject({ created: true, card: { status: 'draft', dueDate: null } })
  expect(made.broken).toEqual([{ path: 'body', message: 'At most 280 characters; this is 281' }])
  expect(await posts(caller)).toMatchObject([{ status: 'draft', dueDate: null }])
})

test('creates one post per key, even if calls are concurrent, and never approves an existing one', async () => {
  const caller = await harness.caller()
  await make(caller, 'k1', {})
  const again = await make(caller, 'k1', { body: 'Other' }, { armAt })
  expect(again).toMatchObject({ created: false, card: { status: 'draft', body: 'Hello' } })
  const both = await Promise.all([1, 2, 3].map(() => make(caller, 'k2', {}, { armAt })))
  expect(both.filter(({ created }) => created)).toHaveLength(1)
  expect(await posts(caller)).toHaveLength(2)
})

test('creates a separate post when another org uses the same key', async () => {
  const [first, other] = [await harness.caller(), await harness.caller()]
  await make(first, 'k1', {})
  expect(await make(other, 'k1', {})).toMatchObject({ created: true })
  expect([await posts(first), await posts(other)].map(({ length }) => length)).toEqual([1, 1])
})

test('creates no post if the user may not use the channel', async () => {
  const caller = await harness.caller()
  harness.channels.set('chn_other', { ownerId: 'usr_other', shared: false })
  const post = { platform: 'shortpost', channelId: 'chn_other' }
  await expect(make(caller, 'k1', { post }, { armAt })).rejects.toMatchObject({
    code: 'channel_not_available',
  })
  expect(await posts(caller)).toEqual([])
})

test('rejects a card if it is no post', async () => {
  const caller = await harness.caller()
  const card = { kind: 'task', title: 'x', post: undefined }
  await expect(make(caller, 'k1', card, { armAt })).rejects.toMatchObject({ code: 'not_a_post' })
  expect((await caller.call('GET', '/api/tasks')).body.items).toEqual([])
})
