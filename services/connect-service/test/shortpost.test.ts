import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'
import { onStage } from './network-stage.ts'

const stage = onStage('shortpost', {
  // Enough for a video of 5 MB on a slow machine.
  publishMs: 6_000,
  reset({ sandbox: { shortpost } }) {
    shortpost.posts.splice(0)
    shortpost.calls.splice(0)
    Object.assign(shortpost, { processingTurns: 1, processingFails: false })
    shortpost.rate.limit = 100
    shortpost.rate.used.clear()
  },
})
const sandbox = () => stage.harness.sandbox.shortpost

test('opens the dialog with a challenge, the scopes and the exact redirect URI', async () => {
  const dialog = toLocation(await stage.person('GET', '/api/connect/shortpost/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: 'http://localhost:3000/api/connect/shortpost/callback',
    scope: 'tweet.read tweet.write users.read media.write offline.access',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('connects the approving account and creates another channel for a second account', async () => {
  await connectAt(stage.person, 'shortpost', { user: '783214' })
  const { body, text } = await stage.person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([
    { uri: 'social://783214@x.com', name: 'Night Market' },
    {
      uri: 'social://2244994945@x.com',
      name: 'Harbour Bakery',
      network: 'shortpost',
      status: 'active',
    },
  ])
  for (const token of sandbox().tokens.all.keys()) expect(text).not.toContain(token)
  expect(await stage.poster.live()).toBe(true)
})

test('returns an error and stores nothing if access or a required permission is denied', async () => {
  const other = stage.harness.person()
  const denied = toLocation(
    await other('GET', await consentAt(other, 'shortpost', { decision: 'deny' })),
  )
  expect(denied.searchParams.get('error')).toBe('access_denied')
  const some = await consentAt(other, 'shortpost', { without: ['tweet.write'] })
  const refused = toLocation(await other('GET', some))
  expect(refused.searchParams.get('error')).toBe('connect_refused')
  expect(refused.searchParams.get('detail')).toContain('tweet.write')
  expect((await other('GET', '/api/connectors')).body['items']).toEqual([])
})

test('posts an image with a shortened link and a reply as the first comment', async () => {
  const image = stage.assets.add(
    'a.png',
    'image/png',
    Buffer.from('a picture, as far as this test goes'),
  )
  const link = 'https://example.com/menu?a=1&b=2'
  const input = stage.poster.post({
    body: 'Bread & <rolls>',
    link,
    media: [image],
    firstComment: 'Open at seven',
  })
  const posted = await stage.poster.publish(input)
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  const [post] = sandbox().posts
  expect(post).toMatchObject({
    text: `Bread & <rolls> ${link}`,
    userId: '2244994945',
    inReplyTo: null,
  })
  expect(sandbox().media.get(post?.media[0] ?? '')).toMatchObject({
    contentType: 'image/png',
    totalBytes: 35,
  })
  expect(posted.externalUrl).toBe(`https://x.com/i/web/status/${posted.externalId}`)
  const commented = await stage.poster.comment(posted.externalId, posted.comment ?? '')
  expect(commented.outcome).toBe('commented')
  expect(sandbox().posts[1]).toMatchObject({ text: 'Open at seven', inReplyTo: posted.externalId })
  const seen = await (await fetch(`${stage.harness.sandbox.url}/shortpost`)).text()
  expect(seen).toContain('Open at seven')
  expect(await stage.poster.read(posted.externalId)).toMatchObject([
    { message: 'Open at seven', author: { id: '2244994945', name: 'Harbour Bakery' } },
  ])
})

test('describes pictures, but no video, and keeps the text of the first attempt', async () => {
  const [loaf, rolls] = ['loaf.png', 'rolls.png'].map((name) =>
    stage.assets.add(name, 'image/png', Buffer.from(name)),
  )
  const video = stage.assets.add('oven.mp4', 'video/mp4', new Uint8Array(1_000))
  sandbox().processingTurns = 8
  const input = stage.poster.post({
    media: [loaf ?? '', rolls ?? '', video],
    altTexts: ['A loaf on a board', '', 'An oven'],
  })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  const media = sandbox().posts[0]?.media.map((id) => sandbox().media.get(id)?.altText)
  expect(media).toEqual(['A loaf on a board', undefined, undefined])
  expect(sandbox().calls.filter((call) => call === 'POST /2/media/metadata')).toHaveLength(1)
  const page = await (await fetch(`${stage.harness.sandbox.url}/shortpost`)).text()
  expect(page).toContain('A loaf on a board')
})

test('uploads a large file in parts and waits for a video', async () => {
  const video = stage.assets.add('a.mp4', 'video/mp4', new Uint8Array(5 * 1024 * 1024))
  expect((await stage.poster.publish(stage.poster.post({ media: [video] }))).outcome).toBe('posted')
  const appends = sandbox().calls.filter((call) => call.endsWith('/append'))
  expect(appends).toHaveLength(2)
  expect(sandbox().calls.filter((call) => call === 'GET /2/media/upload')).toHaveLength(1)
})

test('retries a video that is processed for long without uploading it again', async () => {
  const video = stage.assets.add('long.mp4', 'video/mp4', new Uint8Array(1_000))
  sandbox().processingTurns = 8
  const input = stage.poster.post({ media: [video] })
  expect(await stage.poster.publish(input)).toMatchObject({
    outcome: 'failed',
    failure: { class: 'retry' },
  })
  sandbox().calls.splice(0)
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().calls.some((call) => call.includes('initialize'))).toBe(false)
  expect(sandbox().posts).toHaveLength(1)
})

test('posts media that were uploaded too late with the next attempt, without a second upload', async () => {
  const media = ['late-1.png', 'late-2.png', 'late-3.png', 'late-4.png'].map((name) =>
    stage.assets.add(name, 'image/png', Buffer.from(name)),
  )
  sandbox().faults.add({ kind: 'slow', delayMs: 550, match: 'POST /2/media/upload', times: 12 })
  const input = stage.poster.post({ media })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  sandbox().faults.clear()
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().calls.filter((call) => call.includes('media/upload'))).toHaveLength(12)
})

test('classifies a refused post as fix_content', async () => {
  const first = stage.poster.post()
  await stage.poster.publish(first)
  const twin = stage.poster.post({ body: first.body })
  expect(await stage.poster.publish(twin)).toMatchObject({
    failure: { class: 'fix_content', message: expect.stringContaining('duplicate') },
  })
  sandbox().processingFails = true
  const video = stage.assets.add('bad.mp4', 'video/mp4', new Uint8Array(100))
  expect(await stage.poster.publish(stage.poster.post({ media: [video] }))).toMatchObject({
    failure: { class: 'fix_content', message: expect.stringContaining('Bad video') },
  })
  const avif = stage.assets.add('a.avif', 'image/avif', new Uint8Array(100))
  expect(await stage.poster.publish(stage.poster.post({ media: [avif] }))).toMatchObject({
    failure: { class: 'fix_content' },
  })
  expect(sandbox().posts).toHaveLength(1)
})

test('refreshes an expired access token and rotates the refresh token each time', async () => {
  for (const hours of [3, 6]) {
    stage.harness.clock.offsetMs = hours * 3_600_000
    sandbox().tokens.endAll('expired')
    expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('posted')
  }
  expect(sandbox().calls.filter((call) => call === 'POST /2/oauth2/token')).toHaveLength(3)
  expect(await stage.poster.states()).toEqual(['active'])
})

test('asks to reconnect if the token is revoked, and a reconnect restores the same channel', async () => {
  sandbox().tokens.endAll('revoked')
  const failed = await stage.poster.publish(stage.poster.post())
  expect(failed).toMatchObject({ outcome: 'failed', failure: { class: 'reconnect' } })
  expect(JSON.stringify(failed)).toContain('/channels')
  expect(await stage.poster.states()).toEqual(['invalidated'])
  expect(await connectAt(stage.person, 'shortpost')).toBe(stage.channelId)
  expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('posted')
})

test('makes every replica wait for the next rate window after the last post of a window', async () => {
  sandbox().rate.limit = 1
  expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('posted')
  const calls = sandbox().calls.length
  const blocked = await stage.poster.publish(stage.poster.post())
  expect(blocked).toMatchObject({ failure: { class: 'retry' } })
  expect(sandbox().calls).toHaveLength(calls)
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  const limited = await stage.poster.publish(stage.poster.post())
  if (limited.outcome !== 'failed') throw new Error(limited.outcome)
  expect(limited.failure.retryAfterSeconds).toBeGreaterThan(800)
  expect(limited.failure.retryAfterSeconds).toBeLessThanOrEqual(901)
})

test('classifies an overloaded network as retry and any other 5xx as unknown', async () => {
  const add = (status: number) =>
    sandbox().faults.add({ kind: 'status', status, match: 'POST /2/tweets' })
  add(503)
  expect(await stage.poster.publish(stage.poster.post())).toMatchObject({
    failure: { class: 'retry' },
  })
  add(500)
  expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('unconfirmed')
  expect(sandbox().posts).toEqual([])
})

test("finds a post in the account's timeline when its response was lost, and sends it only once", async () => {
  for (const kind of ['cut_after', 'slow', 'garbage'] as const) {
    sandbox().faults.add({ kind, match: 'POST /2/tweets', delayMs: 1_500 })
    const input = stage.poster.post({ body: `Rye & <${kind}>`, link: 'https://example.com/a' })
    const posted = await stage.poster.publish(input)
    expect([kind, posted.outcome]).toEqual([kind, 'posted'])
  }
  expect(sandbox().posts).toHaveLength(3)
})

test('keeps a lost post unconfirmed', async () => {
  sandbox().faults.add({ kind: 'cut_before', match: 'POST /2/tweets' })
  const input = stage.poster.post()
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect(sandbox().posts).toEqual([])
})

test('revokes the tokens of a deleted channel at the network', async () => {
  const given = [...sandbox().tokens.all.values()].slice(-2)
  expect(given.map(({ kind, state }) => [kind, state])).toEqual([
    ['refresh', 'valid'],
    ['access', 'valid'],
  ])
  // Tokens are revoked only if no other channel has the account.
  await stage.harness.deps.db.deleteFrom('channels').where('id', '!=', stage.channelId).execute()
  expect((await stage.person('DELETE', `/api/connectors/${stage.channelId}`)).status).toBe(204)
  await eventually(() => {
    expect(given.map(({ state }) => state)).toEqual(['revoked', 'revoked'])
  })
})

test('leaks no token, code or secret to a log line or an event', async () => {
  await stage.poster.publish(stage.poster.post())
  sandbox().tokens.endAll('revoked')
  await stage.poster.publish(stage.poster.post())
  const { tokens, codes } = sandbox()
  expect(tokens.all.size).toBeGreaterThan(1)
  for (const secret of [...tokens.all.keys(), ...codes.keys(), 'sandbox-app-secret']) {
    expect(stage.harness.log.text()).not.toContain(secret)
    expect(stage.harness.events.join()).not.toContain(secret)
  }
})
