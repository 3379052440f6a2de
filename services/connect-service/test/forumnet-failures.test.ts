import { afterAll, beforeEach, expect, test } from 'vitest'
import { asset, startForumStage } from './forum-stage.ts'
import { connectAt } from './network-flow.ts'

const stage = await startForumStage()
afterAll(() => stage.stop())
beforeEach(() => stage.reset())

test('reports a picture post as unconfirmed and does not repeat it if the network never shows it', async () => {
  stage.harness.sandbox.forumnet.processingMs = 600_000
  const input = stage.aPost({ media: [asset('a.png')] })
  expect((await stage.publish(input)).outcome).toBe('unconfirmed')
  expect((await stage.publish(input)).outcome).toBe('unconfirmed')
  expect(stage.posts()).toHaveLength(1)
})

test('posts nothing if a file takes too long or is refused', async () => {
  const { faults } = stage.harness.sandbox.forumnet
  for (const [fault, kind] of [
    [{ kind: 'slow', delayMs: 1_500, match: 'asset.json' }, 'retry'],
    [{ kind: 'status', status: 500, match: 'asset.json' }, 'retry'],
    [{ kind: 'garbage', match: 'asset.json' }, 'retry'],
    [{ kind: 'status', status: 413, match: 'asset.json' }, 'fix_content'],
  ] as const) {
    faults.add(fault)
    expect(await stage.publish(stage.aPost({ media: [asset('a.png')] }))).toMatchObject({
      failure: { class: kind },
    })
  }
  expect(stage.posts()).toEqual([])
})

test.each([
  ['no forum', { fields: {} }, 'fix_content', 'forum'],
  ['a name that is none', { fields: { subreddit: 'two words' } }, 'fix_content', 'forum'],
  ['a forum that is not there', { fields: { subreddit: 'nowhere' } }, 'fix_content', 'exist'],
  ['a forum for links only', { fields: { subreddit: 'linksonly' } }, 'fix_content', 'text posts'],
  ['no title', { title: ' ' }, 'fix_content', 'title'],
  ['a title of 301 characters', { title: 'x'.repeat(301) }, 'fix_content', 'too long'],
  ['two files', { media: [asset('a.png'), asset('a.png')] }, 'fix_content', 'one file'],
  ['a forum for members', { fields: { subreddit: 'members' } }, 'blocked', 'allowed'],
])('gives users a message for %s', async (_what, more, failure, word) => {
  expect(await stage.publish(stage.aPost(more))).toMatchObject({
    outcome: 'failed',
    failure: { class: failure, message: expect.stringContaining(word) },
  })
  expect(stage.posts()).toEqual([])
  expect(await stage.poster.states()).toEqual(['active'])
})

test.each([true, false])(
  'waits as long as the network says if the account posts too fast (figure: %s)',
  async (stated) => {
    Object.assign(stage.harness.sandbox.forumnet, { takeABreak: 540, statesRatelimit: stated })
    expect(await stage.publish(stage.aPost())).toMatchObject({
      failure: { class: 'retry', retryAfterSeconds: 540 },
    })
    const calls = stage.harness.sandbox.forumnet.calls.length
    expect(await stage.publish(stage.aPost())).toMatchObject({ failure: { class: 'retry' } })
    expect(stage.harness.sandbox.forumnet.calls).toHaveLength(calls)
    stage.harness.sandbox.forumnet.takeABreak = 0
    stage.harness.clock.offsetMs = 541_000
    expect((await stage.publish(stage.aPost())).outcome).toBe('posted')
  },
)

test('leaves an account alone until the window ends if its rate limit is used up', async () => {
  stage.harness.sandbox.forumnet.rate.used.clear()
  stage.harness.sandbox.forumnet.rate.limit = 1
  expect((await stage.publish(stage.aPost())).outcome).toBe('posted')
  const calls = stage.harness.sandbox.forumnet.calls.length
  const blocked = await stage.publish(stage.aPost())
  expect(blocked).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: expect.any(Number) },
  })
  expect(stage.harness.sandbox.forumnet.calls).toHaveLength(calls)
})

test('retries a 429 after the stated seconds and reports a 403 as blocked', async () => {
  const { faults } = stage.harness.sandbox.forumnet
  faults.add({ kind: 'status', status: 429, retryAfter: 33, match: 'submit' })
  expect(await stage.publish(stage.aPost())).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: 33 },
  })
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  faults.add({ kind: 'status', status: 403, match: 'submit' })
  expect(await stage.publish(stage.aPost())).toMatchObject({ failure: { class: 'blocked' } })
  expect(stage.posts()).toEqual([])
})

test("finds a post among the account's posts if its response was lost, and never sends it twice", async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    stage.harness.sandbox.forumnet.faults.add({
      kind,
      match: 'POST /oauth/api/submit',
      delayMs: 1_500,
    })
    const input = stage.aPost()
    expect([kind, (await stage.publish(input)).outcome]).toEqual([kind, 'posted'])
    expect(stage.posts().filter(({ title }) => title === input.title)).toHaveLength(1)
  }
})

test('reports a lost request or an empty 500 response as unconfirmed and does not repeat it', async () => {
  for (const fault of [{ kind: 'cut_before' }, { kind: 'status', status: 500 }] as const) {
    stage.harness.sandbox.forumnet.faults.add({ ...fault, match: 'POST /oauth/api/submit' })
    const input = stage.aPost()
    expect((await stage.publish(input)).outcome).toBe('unconfirmed')
    expect((await stage.publish(input)).outcome).toBe('unconfirmed')
  }
  expect(stage.posts()).toEqual([])
})

test('gives the reason of a refused comment, and does not repeat an unconfirmed one', async () => {
  const locked = await stage.publish(stage.aPost({ fields: { subreddit: 'quiet' } }))
  if (locked.outcome !== 'posted') throw new Error('not posted')
  expect(await stage.poster.comment(locked.externalId, 'First')).toMatchObject({
    failure: { class: 'blocked', message: 'Comments are locked.' },
  })
  const open = await stage.publish(stage.aPost())
  if (open.outcome !== 'posted') throw new Error('not posted')
  stage.harness.sandbox.forumnet.faults.add({ kind: 'cut_after', match: 'POST /oauth/api/comment' })
  const comment = () => stage.poster.comment(open.externalId, 'First', 'the-lost-comment')
  expect((await comment()).outcome).toBe('unconfirmed')
  expect((await comment()).outcome).toBe('unconfirmed')
  expect(stage.posts().find(({ name }) => name === open.externalId)?.comments).toHaveLength(1)
})

test('refreshes an expired token before using it', async () => {
  const before = [...stage.harness.sandbox.forumnet.tokens.all.keys()]
  stage.harness.sandbox.forumnet.tokens.endAll('expired')
  stage.harness.clock.offsetMs = 86_400_000
  expect((await stage.publish(stage.aPost())).outcome).toBe('posted')
  expect(stage.harness.sandbox.forumnet.calls).toContain('POST /api/v1/access_token')
  expect(stage.harness.sandbox.forumnet.tokens.all.size).toBe(before.length + 1)
})

test('invalidates the channel if access is revoked, and restores it with a reconnect', async () => {
  stage.harness.sandbox.forumnet.tokens.endAll('revoked')
  expect(await stage.publish(stage.aPost())).toMatchObject({
    outcome: 'failed',
    failure: { class: 'reconnect' },
  })
  expect(await stage.poster.states()).toEqual(['invalidated'])
  expect(await connectAt(stage.person, 'forumnet')).toBe(stage.channelId)
  expect((await stage.publish(stage.aPost())).outcome).toBe('posted')
})

test('invalidates the channel if the refresh token is revoked', async () => {
  stage.harness.sandbox.forumnet.tokens.endAll('revoked')
  stage.harness.clock.offsetMs = 86_400_000
  expect(await stage.publish(stage.aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await stage.poster.states()).toEqual(['invalidated'])
})

test('leaks no token, code or secret to a log line, an event, a response or the database', async () => {
  const posted = await stage.publish(stage.aPost())
  stage.harness.sandbox.forumnet.tokens.endAll('revoked')
  const failed = await stage.publish(stage.aPost())
  const { db } = stage.harness.deps
  const rows = [
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
  ]
  const everything =
    JSON.stringify([rows, posted, failed]) + stage.harness.events.join() + stage.harness.log.text()
  const { tokens, codes } = stage.harness.sandbox.forumnet
  expect(tokens.all.size).toBeGreaterThan(3)
  for (const secret of [...tokens.all.keys(), ...codes.keys(), 'sandbox-app-secret']) {
    expect(everything).not.toContain(secret)
  }
})
