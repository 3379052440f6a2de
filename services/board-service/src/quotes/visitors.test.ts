import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId, OrgCreated, OrgDeleted, UserSignedUp } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newOrgId } from '../../test/harness.ts'
import { buildRequest, startVisitorsWorld, type VisitorsWorld } from '../../test/visitors-world.ts'

let world: VisitorsWorld
let harness: VisitorsWorld['harness']
let outbox: VisitorsWorld['outbox']
let users: VisitorsWorld['users']
let orgs: VisitorsWorld['orgs']
let publish: VisitorsWorld['publish']
beforeAll(async () => {
  world = await startVisitorsWorld()
  ;({ harness, outbox, users, orgs, publish } = world)
})
afterAll(() => world.stop())
beforeEach(() => world.reset())

test("creates a card for the org's owner and mails the recipient when a quote is requested", async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('printers', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const answer = await harness.anonymous(
    'POST',
    '/api/public/quotes',
    buildRequest('printers', { email: 'ana@example.com' }),
  )
  expect(answer.status).toBe(201)
  const { items } = (await owner.call('GET', '/api/tasks?kind=quote')).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    id: answer.body.id,
    body: 'How much for 200 flyers?',
    ownerId: owner.principal.userId,
    fields: { name: 'Ana Mendes', email: 'ana@example.com' },
  })
  const sent = await eventually(async () => {
    const mails = await Promise.all(
      (await readdir(outbox)).map(async (name) =>
        JSON.parse(await readFile(join(outbox, name), 'utf8')),
      ),
    )
    expect(mails).toHaveLength(1)
    return mails[0]
  })
  expect(sent).toMatchObject({ to: 'quotes@example.com', replyTo: 'ana@example.com' })
  expect(sent.text).toContain('How much for 200 flyers?')
})

test('returns a normal response and stores nothing if the honeypot is filled', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('bees', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const answer = await harness.anonymous(
    'POST',
    '/api/public/quotes',
    buildRequest('bees', { website: 'https://spam.example' }),
  )
  expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['id']])
  expect((await owner.call('GET', '/api/tasks?kind=quote')).body.total).toBe(0)
})

test('creates one card when a quote or support request is repeated with its key', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('twice', { orgId: owner.orgId, ownerId: owner.principal.userId })
  users.set('support@example.com', { userId: owner.principal.userId, orgId: owner.orgId })
  const { org: _, ...ticket } = buildRequest('x')
  for (const [path, body] of [
    ['/api/public/quotes', buildRequest('twice')],
    ['/api/public/support', ticket],
  ] as const) {
    const key = { 'idempotency-key': `key-${path}` }
    const answers = [
      await harness.anonymous('POST', path, body, key),
      await harness.anonymous('POST', path, body, key),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    for (const answer of answers) {
      expect(answer.headers.get('location')).toBe(`/api/tasks/${answer.body.id}`)
    }
    const other = await harness.anonymous('POST', path, { ...body, name: 'Other' }, key)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  }
  expect((await owner.call('GET', '/api/tasks')).body.total).toBe(2)
})

test('rejects invalid fields, an unknown org, and a sixth request within an hour from one address', async () => {
  orgs.set('busy', { orgId: newOrgId(), ownerId: newId('usr') })
  const send = (overrides: object) =>
    harness.anonymous('POST', '/api/public/quotes', buildRequest('busy', overrides))
  for (const overrides of [
    { email: 'x' },
    { message: '' },
    { message: 'a'.repeat(5_001) },
    { name: '' },
    { name: '\u0000' },
    { message: '\u0000 \u0000' },
    { extra: 1 },
  ]) {
    expect((await send(overrides)).status, JSON.stringify(overrides).slice(0, 60)).toBe(400)
  }
  expect((await send({ org: 'nobody' })).status).toBe(404)
  const same = { email: 'Often@example.com' }
  for (let count = 0; count < 5; count += 1) expect((await send(same)).status).toBe(201)
  const limited = await send({ email: 'often@example.com' })
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
  expect(limited.headers.get('retry-after')).toBe('3600')
  expect((await send({})).status).toBe(201)
})

test('rejects a network after twenty requests within an hour, but no other visitor', async () => {
  orgs.set('flooded', { orgId: newOrgId(), ownerId: newId('usr') })
  const from = (client: string) =>
    harness.anonymous('POST', '/api/public/quotes', buildRequest('flooded'), {
      'x-forwarded-for': client,
    })
  const answers = await Promise.all(Array.from({ length: 25 }, () => from('203.0.113.7')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect((await from('203.0.113.7')).body.code).toBe('rate_limited')
  for (let n = 0; n < 100; n += 1) expect((await from(`198.51.100.${n}`)).status).toBe(201)
})

test('serves a stored org if identity is unavailable, and returns 503 instead of 404 for others', async () => {
  const orgId = newOrgId()
  await publish(OrgCreated, orgId, { orgId, name: 'Known', slug: 'known', ownerId: newId('usr') })
  await world.stopIdentity()
  await eventually(async () => {
    expect(
      (await harness.anonymous('POST', '/api/public/quotes', buildRequest('known'))).status,
    ).toBe(201)
  })
  const answer = await harness.anonymous('POST', '/api/public/quotes', buildRequest('unheard'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
})

test('deletes only quotes of the active org in bulk, and only for platform administrators', async () => {
  const admin = await harness.caller({ isAdmin: true })
  orgs.set('mine', { orgId: admin.orgId, ownerId: admin.principal.userId })
  const quote = (await harness.anonymous('POST', '/api/public/quotes', buildRequest('mine'))).body
    .id
  const task = (await admin.call('POST', '/api/tasks', { title: 'x' })).body.id
  const stranger = await harness.caller({ isAdmin: true })
  expect((await stranger.call('DELETE', '/api/quotes', { ids: [quote] })).body).toEqual({
    deleted: 0,
  })
  expect((await admin.call('DELETE', '/api/quotes', { ids: [] })).status).toBe(400)
  expect((await admin.call('DELETE', '/api/quotes')).status).toBe(400)
  expect((await admin.call('DELETE', '/api/quotes', { ids: [quote, task, 'x'] })).body).toEqual({
    deleted: 1,
  })
  expect((await admin.call('GET', `/api/tasks/${task}`)).status).toBe(200)
})

test('assigns support requests to the support owner, or else to the first admin with an account', async () => {
  const [support, second] = [await harness.caller(), await harness.caller()]
  const send = () =>
    harness.anonymous('POST', '/api/public/support', {
      name: 'Ana',
      email: 'Ana@Example.com',
      subject: 'Help',
      message: 'It does not start',
    })
  expect((await send()).body.code).toBe('not_configured')
  users.set('second@example.com', { userId: second.principal.userId, orgId: second.orgId })
  expect((await send()).status).toBe(201)
  users.set('support@example.com', { userId: support.principal.userId, orgId: support.orgId })
  expect((await send()).status).toBe(201)
  for (const owner of [second, support]) {
    const { items } = (await owner.call('GET', '/api/tasks?tag=support:ana@example.com')).body
    expect(items).toMatchObject([
      { kind: 'support', title: 'Help', ownerId: owner.principal.userId },
    ])
  }
})

test('creates one card for the first admin with an account when a user signs up, even if redelivered later', async () => {
  const second = await harness.caller()
  users.set('first@example.com', { userId: newId('usr'), orgId: null })
  users.set('second@example.com', { userId: second.principal.userId, orgId: second.orgId })
  await world.stopIdentity()
  const data = {
    userId: newId('usr'),
    name: 'New Person',
    email: 'new@example.com',
    isAdmin: false,
  }
  await publish(UserSignedUp, null, data)
  await publish(UserSignedUp, null, data)
  await publish(UserSignedUp, null, { ...data, userId: newId('usr'), isAdmin: true })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await world.startIdentity()
  const items = await eventually(async () => {
    const list = (await second.call('GET', '/api/tasks?kind=signup')).body
    expect(list.total).toBe(1)
    return list.items
  }, 15_000)
  expect(items[0]).toMatchObject({
    tags: ['signup'],
    fields: { email: 'new@example.com' },
    title: 'New signup: New Person',
  })
})

test('deletes all rows of a purged org and none of another org', async () => {
  const [gone, stays] = [await harness.caller(), await harness.caller()]
  for (const caller of [gone, stays]) {
    const { body: card } = await caller.call('POST', '/api/tasks', { title: 'x', kind: 'contact' })
    await caller.call('POST', `/api/tasks/${card.id}/timeline`, { body: 'x' })
    const { body: template } = await caller.call('POST', '/api/templates', {
      name: 'x',
      markup: 'x',
    })
    const { body: instance } = await caller.call('POST', '/api/template-instances', {
      templateId: template.id,
    })
    const { body: site } = await caller.call('POST', '/api/sites', {
      name: 'x',
      instanceId: instance.id,
    })
    await caller.call('POST', `/api/sites/${site.id}/publish`)
    await caller.call('POST', '/api/tasks', { kind: 'post', post: { platform: 'shortpost' } })
  }
  await publish(OrgDeleted, gone.orgId, { orgId: gone.orgId })
  const count = async (caller: typeof gone) =>
    Promise.all(
      ['/api/tasks', '/api/templates', '/api/template-instances', '/api/sites'].map(
        async (path) => (await caller.call('GET', path)).body.total,
      ),
    )
  await eventually(async () => expect(await count(gone)).toEqual([0, 0, 0, 0]))
  expect(await count(stays)).toEqual([2, 1, 1, 1])
})

test('accepts a plain form post and responds with a plain page', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('forms', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const post = (fields: Record<string, string>) =>
    harness.anonymous('POST', '/api/public/quotes', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const fields = {
    org: 'forms',
    name: 'Ana <b>',
    email: 'form@example.com',
    message: 'Ten\r\nflyers?',
    website: '',
  }
  const answer = await post(fields)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    201,
    'text/html; charset=utf-8',
  ])
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.text).toContain('Thank you')
  const { items } = (await owner.call('GET', '/api/tasks?kind=quote')).body
  expect(items).toMatchObject([{ fields: { name: 'Ana <b>', email: 'form@example.com' } }])
  for (const [changes, status, message] of [
    [{ email: 'nobody' }, 400, 'Enter an email address'],
    [{ '<i>': 'x' }, 400, '&lt;i&gt;'],
    [{ org: 'nowhere' }, 404, 'Organisation not found'],
  ] as const) {
    const refused = await post({ ...fields, ...changes })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
    expect(refused.text).toContain(message)
    expect(refused.text).not.toContain('<i>')
    if (status === 400) expect(refused.text).toContain('Ana &lt;b&gt;')
  }
  const json = await harness.anonymous('POST', '/api/public/support', 'name=x', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
})
