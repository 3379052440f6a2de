import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { startHarness, toLocation } from './harness.ts'
import { connectAt, consentAt } from './network-flow.ts'
import { onStage } from './network-stage.ts'

const member = 'urn:li:person:yrZCpj2Z12'
const stage = onStage('pronet', {
  reset({ sandbox: { pronet } }) {
    pronet.posts.splice(0)
    pronet.calls.splice(0)
    pronet.partner.givesRefresh = false
    pronet.rate.limit = 150
    pronet.rate.used.clear()
  },
})
const sandbox = () => stage.harness.sandbox.pronet
const image = (name: string) =>
  stage.assets.add(name, 'image/png', Buffer.from(`a picture called ${name}`))

test('requests posting for the member with the exact redirect URI and no PKCE challenge', async () => {
  const dialog = toLocation(await stage.person('GET', '/api/connect/pronet/start'))
  expect(Object.fromEntries(dialog.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'sandbox-app',
    redirect_uri: 'http://localhost:3000/api/connect/pronet/callback',
    scope: 'openid profile w_member_social',
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('connects the member for sixty days', async () => {
  const { body, text } = await stage.person('GET', '/api/connectors')
  expect(body['items']).toMatchObject([
    {
      uri: 'social://yrZCpj2Z12@linkedin.com',
      name: 'Harbour Bakery',
      status: 'active',
      badge: null,
    },
  ])
  for (const token of sandbox().tokens.all.keys()) expect(text).not.toContain(token)
  expect(await stage.poster.live()).toBe(true)
})

test('returns an error and stores nothing if access is denied or a permission is missing', async () => {
  const other = stage.harness.person()
  const denied = toLocation(
    await other('GET', await consentAt(other, 'pronet', { decision: 'deny' })),
  )
  expect(denied.searchParams.get('error')).toBe('user_cancelled_authorize')
  const some = await consentAt(other, 'pronet', { without: ['w_member_social'] })
  const refused = toLocation(await other('GET', some))
  expect(refused.searchParams.get('detail')).toContain('w_member_social')
  expect((await other('GET', '/api/connectors')).body['items']).toEqual([])
})

test('posts any text unchanged, with a link card and a comment', async () => {
  const body = 'Rye (new!) @ 7 <am> #bread_day #1 | a*b_c ~ [x] {y} \\ 50% #'
  const link = 'https://www.example.com/menu/'
  const posted = await stage.poster.publish(
    stage.poster.post({ body, link, firstComment: 'Open at (seven)' }),
  )
  if (posted.outcome !== 'posted') throw new Error(JSON.stringify(posted))
  const [post] = sandbox().posts
  expect(post).toMatchObject({
    urn: posted.externalId,
    author: member,
    text: body,
    article: { source: link, title: 'example.com/menu' },
  })
  expect(posted.externalUrl).toBe(`https://www.linkedin.com/feed/update/${posted.externalId}/`)
  const commented = await stage.poster.comment(posted.externalId, posted.comment ?? '')
  expect(commented).toMatchObject({
    outcome: 'commented',
    externalId: expect.stringMatching(/^urn:li:comment:\(/),
  })
  expect(post?.comments).toMatchObject([{ actor: member, text: 'Open at (seven)' }])
  const seen = await (await fetch(`${stage.harness.sandbox.url}/pronet`)).text()
  expect(seen).toContain('Open at (seven)')
})

test('uploads one image, several images or a video and puts the link into the text', async () => {
  const link = 'https://example.com/menu'
  const one = stage.poster.post({ link, media: [image('a.png')] })
  expect((await stage.poster.publish(one)).outcome).toBe('posted')
  expect(sandbox().posts[0]).toMatchObject({ text: `${one.body}\n${link}`, article: null })
  expect(
    (await stage.poster.publish(stage.poster.post({ media: [image('b.png'), image('c.png')] })))
      .outcome,
  ).toBe('posted')
  expect(sandbox().posts[1]?.media).toHaveLength(2)
  const video = stage.assets.add('a.mp4', 'video/mp4', new Uint8Array(5 * 1024 * 1024))
  expect((await stage.poster.publish(stage.poster.post({ media: [video] }))).outcome).toBe('posted')
  const [urn = ''] = sandbox().posts[2]?.media ?? []
  expect([...(sandbox().media.get(urn)?.parts.values() ?? [])]).toEqual([4_194_304, 1_048_576])
  const both = await stage.poster.publish(stage.poster.post({ media: [image('d.png'), video] }))
  expect(both).toMatchObject({ failure: { class: 'fix_content' } })
})

test('describes one picture and several, but no video', async () => {
  const altTexts = ['A loaf', '', 'Rolls']
  for (const media of [
    [image('e.png')],
    [image('f.png'), image('g.png'), image('h.png')],
    [stage.assets.add('i.mp4', 'video/mp4', new Uint8Array(1_000))],
  ])
    expect((await stage.poster.publish(stage.poster.post({ media, altTexts }))).outcome).toBe(
      'posted',
    )
  expect(sandbox().posts.map(({ altTexts }) => Object.values(altTexts))).toEqual([
    ['A loaf'],
    ['A loaf', 'Rolls'],
    [],
  ])
})

test('retries a lost upload without sending the arrived image again', async () => {
  const input = stage.poster.post({ media: [image('a.png'), image('b.png')] })
  sandbox().faults.add({ kind: 'status', status: 502, match: 'PUT /dms-uploads', skip: 1 })
  expect(await stage.poster.publish(input)).toMatchObject({ failure: { class: 'retry' } })
  expect((await stage.poster.again(input)).outcome).toBe('posted')
  expect(sandbox().calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3)
})

test('classifies a refused post as fix_content', async () => {
  const first = stage.poster.post()
  await stage.poster.publish(first)
  const twin = await stage.poster.publish(stage.poster.post({ body: first.body }))
  expect(twin).toMatchObject({
    failure: { class: 'fix_content', message: expect.stringContaining('duplicate') },
  })
  const webp = stage.assets.add('a.webp', 'image/webp', new Uint8Array(10))
  const refused = await stage.poster.publish(stage.poster.post({ media: [webp] }))
  expect(refused).toMatchObject({ failure: { class: 'fix_content' } })
  expect(sandbox().posts).toHaveLength(1)
})

test("asks to reconnect in the network's terms if the connection ended without a refresh token", async () => {
  sandbox().tokens.endAll('expired')
  const failed = await stage.poster.publish(stage.poster.post())
  expect(failed).toMatchObject({
    failure: { class: 'reconnect', message: expect.stringContaining('expired') },
  })
  expect(JSON.stringify(failed)).toContain('/channels')
  expect(await stage.poster.states()).toEqual(['invalidated'])
  expect(await connectAt(stage.person, 'pronet')).toBe(stage.channelId)
  sandbox().tokens.endAll('revoked')
  expect(await stage.poster.publish(stage.poster.post())).toMatchObject({
    failure: { class: 'reconnect', message: expect.stringContaining('revoked') },
  })
})

test('uses an issued refresh token repeatedly', async () => {
  sandbox().partner.givesRefresh = true
  await connectAt(stage.person, 'pronet')
  for (const days of [60, 120]) {
    stage.harness.clock.offsetMs = days * 86_400_000
    sandbox().tokens.endAll('expired')
    expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('posted')
  }
  expect(await stage.poster.states()).toEqual(['active'])
})

test("delays the account's posts if the network limits the rate", async () => {
  sandbox().rate.limit = 0
  expect(await stage.poster.publish(stage.poster.post())).toMatchObject({
    failure: { class: 'retry' },
  })
  const calls = sandbox().calls.length
  const blocked = await stage.poster.publish(stage.poster.post())
  expect(blocked).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: expect.any(Number) },
  })
  expect(sandbox().calls).toHaveLength(calls)
  sandbox().rate.limit = 150
  await stage.harness.deps.db.deleteFrom('account_rates').execute()
  sandbox().faults.add({ kind: 'status', status: 429, retryAfter: 90, match: 'POST /rest/posts' })
  expect(await stage.poster.publish(stage.poster.post())).toMatchObject({
    failure: { class: 'retry', retryAfterSeconds: 90 },
  })
})

test('retries later if the network is overloaded, and sends an unanswered post only once', async () => {
  const add = (kind: 'status' | 'cut_after' | 'garbage', status = 500) =>
    sandbox().faults.add({ kind, status, match: 'POST /rest/posts' })
  add('status', 503)
  expect(await stage.poster.publish(stage.poster.post())).toMatchObject({
    failure: { class: 'retry' },
  })
  add('status')
  expect((await stage.poster.publish(stage.poster.post())).outcome).toBe('unconfirmed')
  expect(sandbox().posts).toEqual([])
  add('cut_after')
  const input = stage.poster.post()
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect((await stage.poster.publish(input)).outcome).toBe('unconfirmed')
  expect(sandbox().posts).toHaveLength(1)
})

test('revokes the token of a deleted channel at the network', async () => {
  const [given] = [...sandbox().tokens.all.values()].slice(-1)
  expect(given).toMatchObject({ kind: 'access', state: 'valid' })
  // Tokens are revoked only if no other channel has the account.
  await stage.harness.deps.db.deleteFrom('channels').where('id', '!=', stage.channelId).execute()
  expect((await stage.person('DELETE', `/api/connectors/${stage.channelId}`)).status).toBe(204)
  await eventually(() => expect(given?.state).toBe('revoked'))
})

test('names missing scopes and detects an invalid token in the introspection', async () => {
  const introspect = () => stage.person('GET', '/api/connect/pronet/introspect')
  expect((await introspect()).body).toMatchObject({ missingScopes: [] })
  const token = [...sandbox().tokens.all.values()].at(-1)
  token?.grant.scopes.splice(0, 1)
  expect((await introspect()).body).toMatchObject({
    missingScopes: ['openid'],
    granular_scopes: [{ scope: 'profile' }, { scope: 'w_member_social' }],
  })
  sandbox().tokens.endAll('revoked')
  expect((await introspect()).status).toBe(200)
  expect(await stage.poster.states()).toEqual(['invalidated'])
})

test('reports the network as dormant if its app is unset', async () => {
  const dormant = await startHarness({ networks: ['shortpost'] })
  const unsupported = await dormant.person()('GET', '/api/connect/shortpost/introspect')
  expect([unsupported.status, unsupported.body['code']]).toEqual([400, 'not_supported'])
  const answer = await dormant.person()('GET', '/api/connect/pronet/start')
  expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
  expect(answer.text).toContain('pronet')
  await dormant.stop()
})
