import { ReadPostComments } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { asset, fileBytes, forumRedirectUri, startForumStage } from './forum-stage.ts'
import { toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'

const stage = await startForumStage()
afterAll(() => stage.stop())
beforeEach(() => stage.reset())

test('opens the dialog with PKCE, permanent access and the exact redirect URI', async () => {
  const dialog = toLocation(await stage.person('GET', '/api/connect/forumnet/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: forumRedirectUri,
    scope: 'identity submit read history',
    duration: 'permanent',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('creates a separate channel for a second account', async () => {
  await connectAt(stage.person, 'forumnet', { user: 't2_1002' })
  expect((await stage.person('GET', '/api/connectors')).body['items']).toMatchObject([
    { uri: 'social://night_market@reddit.com', name: 'u/night_market', status: 'active' },
    {
      uri: 'social://harbour_bakery@reddit.com',
      id: stage.channelId,
      expiresAt: expect.any(String),
    },
  ])
})

test('stores nothing after a denial, a suspended account, a missing permission or an outage', async () => {
  const other = stage.harness.person()
  const readError = async (callback: string) =>
    toLocation(await other('GET', callback)).searchParams.get('error')
  expect(await readError(await consentAt(other, 'forumnet', { decision: 'deny' }))).toBe(
    'access_denied',
  )
  for (const scope of ['identity', 'submit']) {
    const callback = await consentAt(other, 'forumnet', { without: [scope] })
    const back = toLocation(await other('GET', callback)).searchParams
    expect([back.get('error'), back.get('detail')]).toEqual([
      'connect_refused',
      expect.stringContaining(scope),
    ])
  }
  stage.harness.sandbox.forumnet.suspended.add('harbour_bakery')
  expect(await readError(await consentAt(other, 'forumnet'))).toBe('connect_refused')
  stage.harness.sandbox.forumnet.suspended.clear()
  for (const fault of [
    { kind: 'status', status: 502, match: 'access_token' },
    { kind: 'status', status: 500, match: '/api/v1/me' },
    { kind: 'garbage', match: '/api/v1/me' },
    { kind: 'cut_before', match: 'access_token' },
  ] as const) {
    const callback = await consentAt(other, 'forumnet')
    stage.harness.sandbox.forumnet.faults.add(fault)
    expect([fault.match, await readError(callback)]).toEqual([fault.match, 'network_unavailable'])
  }
  expect((await other('GET', '/api/connectors')).body['items']).toEqual([])
})

test('shows a post and its first comment in the forum', async () => {
  const input = stage.aPost({ firstComment: 'Open at seven' })
  const posted = await stage.publish(input)
  expect(posted).toMatchObject({
    outcome: 'posted',
    externalId: expect.stringMatching(/^t3_/),
    comment: 'Open at seven',
  })
  expect(stage.posts()).toMatchObject([
    { kind: 'self', forum: 'bread', title: input.title, text: input.body },
  ])
  if (posted.outcome !== 'posted') return
  const comment = () =>
    stage.poster.comment(posted.externalId, posted.comment ?? '', `${input.attemptKey}-comment`)
  const commented = await comment()
  expect(commented).toEqual({ outcome: 'commented', externalId: expect.stringMatching(/^t1_/) })
  expect(await comment()).toEqual(commented)
  const seen = await (await fetch(posted.externalUrl ?? '')).text()
  expect(seen).toContain(input.title)
  expect(seen.split('Open at seven')).toHaveLength(2)
})

test.each([
  ['keep', { kind: 'link', url: 'https://example.com/a', text: 'See https://example.com/a' }, null],
  ['omit', { kind: 'self', url: null, text: 'See' }, null],
  ['reply', { kind: 'self', url: null, text: 'See' }, 'https://example.com/a'],
] as const)('posts a link with %s', async (linkHandling, seen, comment) => {
  const link = 'https://example.com/a'
  const posted = await stage.publish(stage.aPost({ body: `See ${link}`, link, linkHandling }))
  expect(posted).toMatchObject({ outcome: 'posted', comment })
  expect(stage.posts()).toMatchObject([seen])
})

test('posts a title without text', async () => {
  expect((await stage.publish(stage.aPost({ body: '' }))).outcome).toBe('posted')
  expect(stage.posts()).toMatchObject([{ kind: 'self', text: '' }])
})

test("takes flair and marks from the card's fields", async () => {
  expect(await stage.publish(stage.aPost({ fields: { subreddit: 'flaired' } }))).toMatchObject({
    failure: { class: 'fix_content', message: expect.stringContaining('flair') },
  })
  const fields = { subreddit: 'flaired', flairId: 'flair-1' }
  expect((await stage.publish(stage.aPost({ fields }))).outcome).toBe('posted')
  expect(stage.posts()).toMatchObject([{ flair: 'flair-1' }])
})

test('uploads a picture and finds its post although the network returns no id', async () => {
  stage.harness.sandbox.forumnet.processingMs = 600
  const started = performance.now()
  const input = stage.aPost({ media: [asset('a.png')], link: 'https://example.com/menu' })
  const posted = await stage.publish(input)
  expect(posted).toMatchObject({ outcome: 'posted', externalId: stage.posts()[0]?.name })
  expect(stage.posts()).toMatchObject([
    { kind: 'image', text: `${input.body}\n\nhttps://example.com/menu` },
  ])
  expect(performance.now() - started).toBeGreaterThan(600)
  const stored = await fetch(stage.posts()[0]?.url ?? '')
  expect([stored.headers.get('content-type'), Buffer.from(await stored.arrayBuffer())]).toEqual([
    'image/png',
    fileBytes,
  ])
})

test('names a picture after the type that is sent when it becomes a JPEG', async () => {
  expect((await stage.publish(stage.aPost({ media: [asset('a.webp')] }))).outcome).toBe('posted')
  expect((await stage.publish(stage.aPost({ media: [asset('a.png')] }))).outcome).toBe('posted')
  expect(stage.posts().map(({ url }) => url?.slice(-6))).toEqual(['-a.jpg', '-a.png'])
})

test('fails a post with a message for its writer if a picture cannot become a JPEG', async () => {
  expect(await stage.publish(stage.aPost({ media: [asset('broken.avif')] }))).toMatchObject({
    outcome: 'failed',
    failure: {
      class: 'fix_content',
      message: 'A picture in this post cannot be read. Upload it again.',
    },
  })
  expect(stage.posts()).toEqual([])
})

test('gives two picture posts with the same title separate ids', async () => {
  const title = 'Today'
  const first = await stage.publish(stage.aPost({ title, body: '', media: [asset('a.png')] }))
  const second = await stage.publish(stage.aPost({ title, body: '', media: [asset('a.png')] }))
  expect([first, second]).toMatchObject(
    stage.posts().map(({ name }) => ({ outcome: 'posted', externalId: name })),
  )
  expect(stage.posts()).toHaveLength(2)
})

test('sends a video with a poster', async () => {
  expect((await stage.publish(stage.aPost({ media: [asset('a.mp4')] }))).outcome).toBe('posted')
  expect(stage.posts()).toMatchObject([{ kind: 'video' }])
})

test('reads comments with their authors and leaves out a deleted one', async () => {
  const posted = await stage.publish(stage.aPost())
  if (posted.outcome !== 'posted') throw new Error('not posted')
  const { externalId } = posted
  await stage.poster.comment(externalId, 'A & B')
  const thread = stage.posts().find(({ name }) => name === externalId)
  thread?.comments.push({
    name: 't1_gone',
    author: '[deleted]',
    body: '[removed]',
    createdAt: new Date(),
  })
  const about = {
    orgId: stage.person.orgId,
    actorId: stage.person.userId,
    channelId: stage.channelId,
    externalId,
  }
  const read = await callRpc(stage.harness.bus, ReadPostComments, about)
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

test('revokes the tokens of a deleted channel at the network', async () => {
  const { tokens } = stage.harness.sandbox.forumnet
  const given = [...tokens.all.values()].filter(({ state }) => state === 'valid')
  expect(given.map(({ kind }) => kind)).toContain('refresh')
  expect((await stage.person('DELETE', `/api/connectors/${stage.channelId}`)).status).toBe(204)
  await eventually(() => {
    expect(stage.harness.sandbox.forumnet.calls).toContain('POST /api/v1/revoke_token')
    expect(given.map(({ state }) => state)).toEqual(given.map(() => 'revoked'))
  })
})
