import { ConnectStatus, PublishComment, PublishPost } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'
import { buildPoster, type Poster } from './network-posts.ts'

let harness: Harness
let person: Caller
let channelId: string
let poster: Poster

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  harness.clock.offsetMs = 0
  harness.sandbox.pagenet.faults.clear()
  harness.sandbox.pagenet.pages.splice(0)
  harness.sandbox.pagenet.addPage('1001', 'Harbour Bakery')
  harness.sandbox.pagenet.addPage('1002', 'Night Market')
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
  channelId = await connectPage(person)
  poster = buildPoster(harness, 'pagenet', person, channelId)
})

const aPost = (more: object = {}) => poster.post(more)
const posts = () => harness.sandbox.pagenet.pages[0]?.posts ?? []
test('lists the configured networks in the status', async () => {
  const answer = await callRpc(harness.bus, ConnectStatus, {})
  expect(answer.publishing).toBe(true)
  expect(answer.networks.filter(({ live }) => live)).toEqual([
    { network: 'pagenet', live: true, publishing: true },
    // A mailbox by IMAP and a pasted token need no operator app.
    { network: 'imap', live: true, publishing: false },
    { network: 'notebook', live: true, publishing: false },
    { network: 'model', live: true, publishing: false },
  ])
})

test('shows a post and its first comment on the Page', async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await poster.publish(input)
  expect(posted).toMatchObject({
    outcome: 'posted',
    externalId: expect.stringMatching(/^1001_/),
    comment: 'Open at seven',
  })
  if (posted.outcome !== 'posted') return
  const comment = () => poster.comment(posted.externalId, posted.comment ?? '', 'the-first-comment')
  const commented = await comment()
  expect(commented.outcome).toBe('commented')
  expect(await comment()).toEqual(commented)
  const seen = await (await fetch(`${harness.sandbox.url}/pagenet/pages/1001`)).text()
  expect(seen).toContain(input.body)
  expect(seen.split('Open at seven')).toHaveLength(2)
})

test.each([
  ['keep', { message: 'See https://example.com/a', link: 'https://example.com/a' }, null],
  ['omit', { message: 'See', link: null }, null],
  ['reply', { message: 'See', link: null }, 'https://example.com/a'],
] as const)('posts a link with %s', async (linkHandling, seen, comment) => {
  const link = 'https://example.com/a'
  const posted = await poster.publish(aPost({ body: `See ${link}`, link, linkHandling }))
  expect(posted).toMatchObject({ outcome: 'posted', comment })
  expect(posts()).toMatchObject([seen])
})

test('sends a post once for the same claim and for another claim', async () => {
  const input = aPost()
  const [first, second] = await Promise.all([poster.publish(input), poster.publish(input)])
  expect([first.outcome, second.outcome]).toContain('posted')
  expect((await poster.publish(input)).outcome).toBe('posted')
  expect(await poster.again(input)).toEqual(await poster.publish(input))
  expect(posts()).toHaveLength(1)
})

test('finds a post on the Page if its response was lost, and never sends it twice', async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    harness.sandbox.pagenet.faults.add({ kind, match: 'POST /1001/feed', delayMs: 1_500 })
    const input = aPost()
    expect([kind, (await poster.publish(input)).outcome]).toEqual([kind, 'posted'])
    expect(posts().filter(({ message }) => message === input.body)).toHaveLength(1)
  }
})

test('keeps a lost request unconfirmed and never repeats it', async () => {
  harness.sandbox.pagenet.faults.add({ kind: 'cut_before', match: 'POST /1001/feed' })
  const input = aPost()
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect(posts()).toEqual([])
})

test('never repeats an attempt if its process died before recording the response', async () => {
  const input = aPost()
  await poster.publish(input)
  await harness.deps.db
    .updateTable('publish_attempts')
    .set({ state: 'sending', outcome: null, external_id: null })
    .where('attempt_key', '=', input.attemptKey)
    .execute()
  expect((await poster.publish(input)).outcome).toBe('unconfirmed')
  expect(posts()).toHaveLength(1)
})

test('settles an orphaned attempt from the posts at the network', async () => {
  const reopen = (key: string) =>
    harness.deps.db
      .updateTable('publish_attempts')
      .set({ state: 'sending', outcome: null, external_id: null })
      .where('attempt_key', '=', key)
      .execute()
  const [there, gone] = [aPost(), aPost()]
  for (const input of [there, gone]) {
    await poster.publish(input)
    await reopen(input.attemptKey)
  }
  posts().splice(1)
  harness.clock.offsetMs = 151_000
  harness.sandbox.pagenet.faults.add({ kind: 'status', status: 500, match: 'GET /1001/feed' })
  expect((await poster.publish(there)).outcome).toBe('unconfirmed')
  expect(await poster.publish(there)).toMatchObject({
    outcome: 'posted',
    externalId: posts()[0]?.id,
  })
  expect((await poster.publish(gone)).outcome).toBe('unconfirmed')
  expect(posts()).toHaveLength(1)
  await reopen(gone.attemptKey)
  harness.sandbox.pagenet.revokeAll()
  expect((await poster.publish(gone)).outcome).toBe('unconfirmed')
})

test('invalidates the channel with one event and asks to reconnect if the token is refused', async () => {
  harness.sandbox.pagenet.revokeAll()
  const failed = await poster.publish(aPost())
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(JSON.stringify(failed)).toContain('/channels')
  expect(await poster.states()).toEqual(['invalidated'])
  const calls = harness.sandbox.pagenet.calls.length
  expect(await poster.publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(harness.sandbox.pagenet.calls).toHaveLength(calls)
  await eventually(() => {
    const invalidated = harness.events.filter((event) => event.includes('channel.invalidated'))
    expect(invalidated.filter((event) => event.includes(channelId))).toHaveLength(1)
  })
  expect(await connectPage(person)).toBe(channelId)
  expect(await poster.states()).toEqual(['active'])
  expect((await poster.publish(aPost())).outcome).toBe('posted')
})

test('does not call a Page from any replica until its rate limit resets', async () => {
  const [page] = harness.sandbox.pagenet.pages
  if (page !== undefined) page.usage = 100
  expect(await poster.publish(aPost())).toMatchObject({
    outcome: 'failed',
    failure: { class: 'retry' },
  })
  const calls = harness.sandbox.pagenet.calls.length
  const blocked = await poster.publish(aPost())
  expect(blocked).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: expect.any(Number) },
  })
  expect(harness.sandbox.pagenet.calls).toHaveLength(calls)
  if (page !== undefined) page.usage = 1
  harness.clock.offsetMs = 31 * 60_000
  expect((await poster.publish(aPost())).outcome).toBe('posted')
})

test("blocks no Page because of the app's own usage", async () => {
  const other = buildPoster(harness, 'pagenet', person, await connectPage(person, '1002'))
  harness.sandbox.pagenet.appUsage = 100
  for (const each of [poster, poster, other]) {
    expect((await each.publish(each.post())).outcome).toBe('posted')
  }
  harness.sandbox.pagenet.appUsage = 1
})

test("refuses another owner's channel, a deleted channel, a foreign platform and foreign media", async () => {
  const stranger = { ...aPost(), actorId: harness.person().userId }
  expect(await poster.publish(stranger)).toMatchObject({ failure: { class: 'blocked' } })
  expect(await poster.publish(aPost({ platform: 'pronet' }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  for (const media of [
    'https://example.com/a.png',
    'http://localhost:3000/api/assets/org_1/priv/a.png',
  ]) {
    expect(await poster.publish(aPost({ media: [media] }))).toMatchObject({
      failure: { class: 'fix_content' },
    })
  }
  expect(posts()).toEqual([])
})

test.each(['taskId', 'channelId', 'attemptKey'])(
  'rejects a post or comment if its %s is empty',
  async (name) => {
    const empty = { [name]: '' }
    const comment = { ...aPost(), externalId: 'post_1', message: 'Hello', ...empty }
    for (const call of [
      callRpc(harness.bus, PublishPost, aPost(empty)),
      callRpc(harness.bus, PublishComment, comment),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: 'validation_failed',
        details: { errors: [{ path: name, message: expect.any(String) }] },
      })
    }
    expect(posts()).toEqual([])
  },
)

test('reads comments again without authors if the network refuses the authors', async () => {
  const posted = await poster.publish(aPost())
  if (posted.outcome !== 'posted') throw new Error('not posted')
  const { externalId } = posted
  await poster.comment(externalId, 'First')
  expect(await poster.read(externalId)).toMatchObject([
    { message: 'First', author: { name: 'Harbour Bakery' } },
  ])
  harness.sandbox.pagenet.authorsRefused = true
  expect(await poster.read(externalId)).toMatchObject([{ message: 'First', author: null }])
  harness.sandbox.pagenet.authorsRefused = false
})

test('leaks no token, code or secret to a log line, an event or the database', async () => {
  await poster.publish(aPost())
  harness.sandbox.pagenet.revokeAll()
  await poster.publish(aPost())
  await eventually(() => expect(harness.events.join()).toContain(channelId))
  const { db } = harness.deps
  const stored = JSON.stringify([
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('pickers').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
  ])
  const { tokens, codes, clientSecret } = harness.sandbox.pagenet
  expect(tokens.size).toBeGreaterThan(3)
  for (const secret of [...tokens.keys(), ...codes.keys(), clientSecret]) {
    expect(harness.events.join()).not.toContain(secret)
    expect(harness.log.text()).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
