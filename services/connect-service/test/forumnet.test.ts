import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PublishComment, PublishPost, ReadPostComments } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, locationOf, startHarness } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'

const redirectUri = 'http://localhost:3000/api/connect/forumnet/callback'
const files: Readonly<Record<string, string>> = { 'a.png': 'image/png', 'a.mp4': 'video/mp4' }
const bytes = Buffer.from('a file, as far as this test goes')
const asset = (name: string) => `http://localhost:3000/api/assets/org_1/pub/${name}`
let assets: Server
let harness: Harness
let person: Caller
let channelId: string
let serial = 0

beforeAll(async () => {
  assets = createServer((request, response) => {
    const type = files[request.url?.split('/').at(-1) ?? '']
    response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(bytes)
  })
  await new Promise<void>((resolve) => assets.listen(0, '127.0.0.1', resolve))
  harness = await startHarness({
    networks: ['forumnet'],
    publishMs: 2_500,
    env: {
      API_URL: 'http://localhost:3000',
      ASSETS_SERVICE_URL: `http://127.0.0.1:${(assets.address() as AddressInfo).port}`,
    },
  })
  harness.sandbox.forumnet.redirectUris.add(redirectUri)
})
afterAll(async () => {
  await harness.stop()
  assets.close()
})
beforeEach(async () => {
  const { forumnet } = harness.sandbox
  harness.clock.offsetMs = 0
  forumnet.faults.clear()
  forumnet.posts.splice(0)
  forumnet.rate.used.clear()
  Object.assign(forumnet, { takeABreak: 0, statesRatelimit: true, processingMs: 0 })
  forumnet.rate.limit = 1_000
  forumnet.suspended.clear()
  await harness.deps.db.deleteFrom('account_rates').execute()
  // Nobody else has the account, so that its tokens are this channel's alone.
  await harness.deps.db.deleteFrom('channels').execute()
  forumnet.tokens.endAll('revoked')
  person = harness.person()
  channelId = await connectAt(person, 'forumnet')
})

const target = () => {
  serial += 1
  return {
    ownerId: person.userId,
    channelId,
    taskId: `task_${serial}`,
    attemptKey: `claim_${serial}`,
  }
}
const aPost = (more: object = {}) => ({
  ...target(),
  platform: 'forumnet' as const,
  title: `Bread of day ${serial}`,
  body: `Fresh & <warm> ${serial}`,
  link: null as string | null,
  linkHandling: 'keep' as const,
  media: [] as string[],
  firstComment: null,
  fields: { subreddit: 'r/bread' } as Record<string, unknown>,
  ...more,
})
const publish = (input: ReturnType<typeof aPost>) => callRpc(harness.bus, PublishPost, input)
const posts = () => harness.sandbox.forumnet.posts
const status = async () => {
  const items = (await person('GET', '/api/connectors')).body['items'] as unknown as { status: string }[]
  return items.map((item) => item.status)
}

test('the dialog is asked with PKCE, for ever, and with the redirect URI byte for byte', async () => {
  const dialog = locationOf(await person('GET', '/api/connect/forumnet/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: redirectUri,
    scope: 'identity submit read history',
    duration: 'permanent',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('an account is a channel of its own; a second one is another', async () => {
  await connectAt(person, 'forumnet', { user: 't2_1002' })
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { uri: 'social://night_market@reddit.com', name: 'u/night_market', status: 'active' },
    { uri: 'social://harbour_bakery@reddit.com', id: channelId, expiresAt: expect.any(String) },
  ])
})

test('a denial, a suspended account, a missing permission and a network that is away store nothing', async () => {
  const other = harness.person()
  const errorOf = async (callback: string) =>
    locationOf(await other('GET', callback)).searchParams.get('error')
  expect(await errorOf(await consentAt(other, 'forumnet', { decision: 'deny' }))).toBe('access_denied')
  for (const scope of ['identity', 'submit', 'read', 'history']) {
    const callback = await consentAt(other, 'forumnet', { without: [scope] })
    const back = locationOf(await other('GET', callback)).searchParams
    expect([back.get('error'), back.get('detail')]).toEqual([
      'connect_refused',
      expect.stringContaining(scope),
    ])
  }
  harness.sandbox.forumnet.suspended.add('harbour_bakery')
  expect(await errorOf(await consentAt(other, 'forumnet'))).toBe('connect_refused')
  harness.sandbox.forumnet.suspended.clear()
  for (const fault of [
    { kind: 'status', status: 502, match: 'access_token' },
    { kind: 'status', status: 500, match: '/api/v1/me' },
    { kind: 'garbage', match: '/api/v1/me' },
    { kind: 'cut_before', match: 'access_token' },
  ] as const) {
    const callback = await consentAt(other, 'forumnet')
    harness.sandbox.forumnet.faults.add(fault)
    expect([fault.match, await errorOf(callback)]).toEqual([fault.match, 'network_unavailable'])
  }
  expect((await other('GET', '/api/connectors')).body['items']).toEqual([])
})

test('a post and its first comment stand in the forum, where a browser sees them', async () => {
  const input = aPost({ firstComment: 'Open at seven' })
  const posted = await publish(input)
  expect(posted).toMatchObject({
    outcome: 'posted',
    externalId: expect.stringMatching(/^t3_/),
    comment: 'Open at seven',
  })
  expect(posts()).toMatchObject([{ kind: 'self', forum: 'bread', title: input.title, text: input.body }])
  if (posted.outcome !== 'posted') return
  const about = { ...target(), externalId: posted.externalId, message: posted.comment ?? '' }
  const commented = await callRpc(harness.bus, PublishComment, about)
  expect(commented).toEqual({ outcome: 'commented', externalId: expect.stringMatching(/^t1_/) })
  expect(await callRpc(harness.bus, PublishComment, about)).toEqual(commented)
  const seen = await (await fetch(posted.externalUrl ?? '')).text()
  expect(seen).toContain(input.title)
  expect(seen.split('Open at seven')).toHaveLength(2)
})

test.each([
  ['keep', { kind: 'link', url: 'https://example.com/a', text: 'See https://example.com/a' }, null],
  ['omit', { kind: 'self', url: null, text: 'See' }, null],
  ['reply', { kind: 'self', url: null, text: 'See' }, 'https://example.com/a'],
] as const)('a link with %s', async (linkHandling, seen, comment) => {
  const link = 'https://example.com/a'
  const posted = await publish(aPost({ body: `See ${link}`, link, linkHandling }))
  expect(posted).toMatchObject({ outcome: 'posted', comment })
  expect(posts()).toMatchObject([seen])
})

test('a title alone is a post', async () => {
  expect((await publish(aPost({ body: '' }))).outcome).toBe('posted')
  expect(posts()).toMatchObject([{ kind: 'self', text: '' }])
})

test('flair and marks come from the card’s fields', async () => {
  expect(await publish(aPost({ fields: { subreddit: 'flaired' } }))).toMatchObject({
    failure: { class: 'fix_content', message: expect.stringContaining('flair') },
  })
  const fields = { subreddit: 'flaired', flairId: 'flair-1' }
  expect((await publish(aPost({ fields }))).outcome).toBe('posted')
  expect(posts()).toMatchObject([{ flair: 'flair-1' }])
})

test('a picture is uploaded and its post found, though the network does not name it', async () => {
  harness.sandbox.forumnet.processingMs = 600
  const started = performance.now()
  const input = aPost({ media: [asset('a.png')], link: 'https://example.com/menu' })
  const posted = await publish(input)
  expect(posted).toMatchObject({ outcome: 'posted', externalId: posts()[0]?.name })
  expect(posts()).toMatchObject([{ kind: 'image', text: `${input.body}\n\nhttps://example.com/menu` }])
  expect(performance.now() - started).toBeGreaterThan(600)
  const stored = await fetch(posts()[0]?.url ?? '')
  expect([stored.headers.get('content-type'), Buffer.from(await stored.arrayBuffer())]).toEqual([
    'image/png',
    bytes,
  ])
})

test('a picture that the network never shows is unconfirmed and not sent again', async () => {
  harness.sandbox.forumnet.processingMs = 600_000
  const input = aPost({ media: [asset('a.png')] })
  expect((await publish(input)).outcome).toBe('unconfirmed')
  expect((await publish(input)).outcome).toBe('unconfirmed')
  expect(posts()).toHaveLength(1)
})

test('a file that takes too long, or is refused, posts nothing', async () => {
  const { faults } = harness.sandbox.forumnet
  for (const [fault, kind] of [
    [{ kind: 'slow', delayMs: 1_500, match: 'asset.json' }, 'retry'],
    [{ kind: 'status', status: 500, match: 'asset.json' }, 'retry'],
    [{ kind: 'garbage', match: 'asset.json' }, 'retry'],
    [{ kind: 'status', status: 413, match: 'asset.json' }, 'fix_content'],
  ] as const) {
    faults.add(fault)
    expect(await publish(aPost({ media: [asset('a.png')] }))).toMatchObject({ failure: { class: kind } })
  }
  expect(posts()).toEqual([])
})

test('two pictures under the same title are two posts, each with an id of its own', async () => {
  const title = 'Today'
  const first = await publish(aPost({ title, body: '', media: [asset('a.png')] }))
  const second = await publish(aPost({ title, body: '', media: [asset('a.png')] }))
  expect([first, second]).toMatchObject(posts().map(({ name }) => ({ outcome: 'posted', externalId: name })))
  expect(posts()).toHaveLength(2)
})

test('a video goes with a poster', async () => {
  expect((await publish(aPost({ media: [asset('a.mp4')] }))).outcome).toBe('posted')
  expect(posts()).toMatchObject([{ kind: 'video' }])
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
])('%s is said to a person', async (_what, more, failure, word) => {
  expect(await publish(aPost(more))).toMatchObject({
    outcome: 'failed',
    failure: { class: failure, message: expect.stringContaining(word) },
  })
  expect(posts()).toEqual([])
  expect(await status()).toEqual(['active'])
})

test.each([true, false])(
  'posting too fast waits for as long as the network says (figure: %s)',
  async (stated) => {
    Object.assign(harness.sandbox.forumnet, { takeABreak: 540, statesRatelimit: stated })
    expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 540 } })
    const calls = harness.sandbox.forumnet.calls.length
    expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry' } })
    expect(harness.sandbox.forumnet.calls).toHaveLength(calls)
    harness.sandbox.forumnet.takeABreak = 0
    harness.clock.offsetMs = 541_000
    expect((await publish(aPost())).outcome).toBe('posted')
  },
)

test('an account whose rate is used up is left alone until the window ends', async () => {
  harness.sandbox.forumnet.rate.used.clear()
  harness.sandbox.forumnet.rate.limit = 1
  expect((await publish(aPost())).outcome).toBe('posted')
  const calls = harness.sandbox.forumnet.calls.length
  const blocked = await publish(aPost())
  expect(blocked).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: expect.any(Number) } })
  expect(harness.sandbox.forumnet.calls).toHaveLength(calls)
})

test('429 is a retry after its seconds, 403 is blocked', async () => {
  const { faults } = harness.sandbox.forumnet
  faults.add({ kind: 'status', status: 429, retryAfter: 33, match: 'submit' })
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 33 } })
  await harness.deps.db.deleteFrom('account_rates').execute()
  faults.add({ kind: 'status', status: 403, match: 'submit' })
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'blocked' } })
  expect(posts()).toEqual([])
})

test('an answer that is lost after the effect is found among the account’s posts and never sent twice', async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    harness.sandbox.forumnet.faults.add({ kind, match: 'POST /oauth/api/submit', delayMs: 1_500 })
    const input = aPost()
    expect([kind, (await publish(input)).outcome]).toEqual([kind, 'posted'])
    expect(posts().filter(({ title }) => title === input.title)).toHaveLength(1)
  }
})

test('a request that vanished, and a 500 without a word, are unconfirmed and not repeated', async () => {
  for (const fault of [{ kind: 'cut_before' }, { kind: 'status', status: 500 }] as const) {
    harness.sandbox.forumnet.faults.add({ ...fault, match: 'POST /oauth/api/submit' })
    const input = aPost()
    expect((await publish(input)).outcome).toBe('unconfirmed')
    expect((await publish(input)).outcome).toBe('unconfirmed')
  }
  expect(posts()).toEqual([])
})

test('a comment that is refused says why; one without an answer is unconfirmed and not repeated', async () => {
  const locked = await publish(aPost({ fields: { subreddit: 'quiet' } }))
  if (locked.outcome !== 'posted') throw new Error('not posted')
  const refused = { ...target(), externalId: locked.externalId, message: 'First' }
  expect(await callRpc(harness.bus, PublishComment, refused)).toMatchObject({
    failure: { class: 'blocked', message: 'Comments are locked.' },
  })
  const open = await publish(aPost())
  if (open.outcome !== 'posted') throw new Error('not posted')
  harness.sandbox.forumnet.faults.add({ kind: 'cut_after', match: 'POST /oauth/api/comment' })
  const about = { ...target(), externalId: open.externalId, message: 'First' }
  expect((await callRpc(harness.bus, PublishComment, about)).outcome).toBe('unconfirmed')
  expect((await callRpc(harness.bus, PublishComment, about)).outcome).toBe('unconfirmed')
  expect(posts().find(({ name }) => name === open.externalId)?.comments).toHaveLength(1)
})

test('comments are read with their authors, a deleted one without', async () => {
  const posted = await publish(aPost())
  if (posted.outcome !== 'posted') throw new Error('not posted')
  const { externalId } = posted
  await callRpc(harness.bus, PublishComment, { ...target(), externalId, message: 'A & B' })
  const thread = posts().find(({ name }) => name === externalId)
  thread?.comments.push({ name: 't1_gone', author: '[deleted]', body: '[removed]', createdAt: new Date() })
  const read = await callRpc(harness.bus, ReadPostComments, { ownerId: person.userId, channelId, externalId })
  expect(read.items).toEqual([
    {
      id: expect.stringMatching(/^t1_/),
      message: 'A & B',
      createdAt: expect.any(String),
      author: { id: expect.stringMatching(/^t2_/), name: 'harbour_bakery' },
    },
    { id: 't1_gone', message: '[removed]', createdAt: expect.any(String), author: null },
  ])
})

test('a token that expired is refreshed before it is used', async () => {
  const before = [...harness.sandbox.forumnet.tokens.all.keys()]
  harness.sandbox.forumnet.tokens.endAll('expired')
  harness.clock.offsetMs = 86_400_000
  expect((await publish(aPost())).outcome).toBe('posted')
  expect(harness.sandbox.forumnet.calls).toContain('POST /api/v1/access_token')
  expect(harness.sandbox.forumnet.tokens.all.size).toBe(before.length + 1)
})

test('access that was taken back invalidates the channel; a reconnect makes it whole', async () => {
  harness.sandbox.forumnet.tokens.endAll('revoked')
  expect(await publish(aPost())).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(await status()).toEqual(['invalidated'])
  expect(await connectAt(person, 'forumnet')).toBe(channelId)
  expect((await publish(aPost())).outcome).toBe('posted')
})

test('a refresh token that was taken back invalidates the channel', async () => {
  harness.sandbox.forumnet.tokens.endAll('revoked')
  harness.clock.offsetMs = 86_400_000
  expect(await publish(aPost())).toMatchObject({ failure: { class: 'reconnect' } })
  expect(await status()).toEqual(['invalidated'])
})

test('a forgotten channel’s tokens are taken back at the network', async () => {
  const { tokens } = harness.sandbox.forumnet
  const given = [...tokens.all.values()].filter(({ state }) => state === 'valid')
  expect(given.map(({ kind }) => kind)).toContain('refresh')
  expect((await person('DELETE', `/api/connectors/${channelId}`)).status).toBe(204)
  await eventually(() => {
    expect(harness.sandbox.forumnet.calls).toContain('POST /api/v1/revoke_token')
    expect(given.map(({ state }) => state)).toEqual(given.map(() => 'revoked'))
  })
})

test('no token, code or secret is in a log line, an event, an answer, or clear in the database', async () => {
  const posted = await publish(aPost())
  harness.sandbox.forumnet.tokens.endAll('revoked')
  const failed = await publish(aPost())
  const { db } = harness.deps
  const rows = [
    await db.selectFrom('channels').selectAll().execute(),
    await db.selectFrom('publish_attempts').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
  ]
  const said = JSON.stringify([rows, posted, failed]) + harness.events.join() + harness.log.text()
  const { tokens, codes } = harness.sandbox.forumnet
  expect(tokens.all.size).toBeGreaterThan(3)
  for (const secret of [...tokens.all.keys(), ...codes.keys(), 'sandbox-app-secret']) {
    expect(said).not.toContain(secret)
  }
})
