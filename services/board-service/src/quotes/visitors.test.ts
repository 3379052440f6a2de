import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CustomerRemoved,
  FindOrg,
  FindUserByEmail,
  newId,
  OrgCreated,
  OrgDeleted,
  UserSignedUp,
  WaitingListJoined,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, newOrgId, startHarness } from '../../test/harness.ts'
import { onCustomerRemoved } from '../contacts/on-customer-removed.ts'
import type { Transaction } from '../database.ts'

let harness: Harness
const users = new Map<string, { userId: string; orgId: string | null }>()
const orgs = new Map<string, { orgId: string; ownerId: string }>()
let identity: (() => Promise<void>) | undefined

const startIdentity = async (): Promise<void> => {
  identity = await harness.answer([
    rpcHandler(FindUserByEmail, async ({ email }) => {
      const user = users.get(email.toLowerCase())
      return { user: user === undefined ? null : { ...user, name: 'Somebody', email } }
    }),
    rpcHandler(FindOrg, async ({ slugOrId }) => {
      const org = orgs.get(slugOrId)
      return { org: org === undefined ? null : { ...org, name: 'An org', slug: slugOrId } }
    }),
  ])
}
const toMessage = ({ type }: { type: string }, orgId: string | null, data: object) => ({
  id: newId('evt'),
  type,
  orgId,
  occurredAt: new Date().toISOString(),
  data,
})
const send = (message: ReturnType<typeof toMessage> | undefined): Promise<unknown> =>
  harness.bus.js.publish(
    harness.bus.subject(`events.${message?.orgId ?? '_'}.${message?.type}`),
    JSON.stringify(message),
  )
const publish = (event: { type: string }, orgId: string | null, data: object): Promise<unknown> =>
  send(toMessage(event, orgId, data))

let outbox: string
beforeAll(async () => {
  outbox = await mkdtemp(join(tmpdir(), 'atrium-mails-'))
  harness = await startHarness({
    ADMIN_EMAILS: 'first@example.com,second@example.com',
    SUPPORT_DEFAULT_OWNER_EMAIL: 'support@example.com',
    NOTIFICATION_EMAIL: 'quotes@example.com',
    RATE_LIMITS: 'on',
    MAIL_OUTBOX_DIR: outbox,
  })
})
afterAll(async () => {
  await harness.stop()
  await rm(outbox, { recursive: true, force: true })
})
beforeEach(async () => {
  await identity?.()
  users.clear()
  orgs.clear()
  await startIdentity()
})

const request = (org: string, overrides: object = {}) => ({
  org,
  name: 'Ana Mendes',
  email: `ana${Math.random()}@example.com`,
  message: 'How much for 200 flyers?',
  ...overrides,
})

test("creates a card for the org's owner and mails the recipient when a quote is requested", async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('printers', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const answer = await harness.anonymous(
    'POST',
    '/api/public/quotes',
    request('printers', { email: 'ana@example.com' }),
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
    request('bees', { website: 'https://spam.example' }),
  )
  expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['id']])
  expect((await owner.call('GET', '/api/tasks?kind=quote')).body.total).toBe(0)
})

test('creates one card when a quote or support request is repeated with its key', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('twice', { orgId: owner.orgId, ownerId: owner.principal.userId })
  users.set('support@example.com', { userId: owner.principal.userId, orgId: owner.orgId })
  const { org: _, ...ticket } = request('x')
  for (const [path, body] of [
    ['/api/public/quotes', request('twice')],
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
    harness.anonymous('POST', '/api/public/quotes', request('busy', overrides))
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
    harness.anonymous('POST', '/api/public/quotes', request('flooded'), {
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
  await identity?.()
  identity = undefined
  await eventually(async () => {
    expect((await harness.anonymous('POST', '/api/public/quotes', request('known'))).status).toBe(
      201,
    )
  })
  const answer = await harness.anonymous('POST', '/api/public/quotes', request('unheard'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
})

test('deletes only quotes of the active org in bulk, and only for platform administrators', async () => {
  const admin = await harness.caller({ isAdmin: true })
  orgs.set('mine', { orgId: admin.orgId, ownerId: admin.principal.userId })
  const quote = (await harness.anonymous('POST', '/api/public/quotes', request('mine'))).body.id
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
  await identity?.()
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
  await startIdentity()
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

/** Collects the leads of an organisation that are announced from now on. */
async function collectLeads(orgId: string): Promise<Record<string, unknown>[]> {
  const leads: Record<string, unknown>[] = []
  harness.bus.nc.subscribe(harness.bus.subject(`events.${orgId}.lead.received`), {
    callback: (_, message) =>
      void leads.push(message.json<{ data: Record<string, unknown> }>().data),
  })
  await harness.bus.nc.flush()
  return leads
}

test('announces a lead when a quote is requested', async () => {
  const owner = await harness.caller({ role: 'owner' })
  orgs.set('leads', { orgId: owner.orgId, ownerId: owner.principal.userId })
  const leads = await collectLeads(owner.orgId)
  const asked = request('leads', { email: 'lead@example.com' })
  const answer = await harness.anonymous('POST', '/api/public/quotes', asked)
  const { name, email, message } = asked
  const lead = { taskId: answer.body.id, source: 'quote', name, email, message }
  await eventually(() => expect(leads).toEqual([lead]))
})

test('announces a lead when the contact form is sent', async () => {
  const support = await harness.caller()
  users.set('support@example.com', { userId: support.principal.userId, orgId: support.orgId })
  const leads = await collectLeads(support.orgId)
  const sender = { name: 'Ana', email: 'lead@example.com', message: 'It does not start' }
  const sent = { ...sender, subject: 'Help' }
  const answer = await harness.anonymous('POST', '/api/public/support', sent)
  const lead = { taskId: answer.body.id, source: 'contact_form', ...sender }
  await eventually(() => expect(leads).toEqual([lead]))
})

test('announces one lead when a user signs up and the event is redelivered', async () => {
  const admin = await harness.caller()
  users.set('first@example.com', { userId: admin.principal.userId, orgId: admin.orgId })
  const leads = await collectLeads(admin.orgId)
  const person = { name: 'New Person', email: 'lead@example.com' }
  const first = { ...person, userId: newId('usr'), isAdmin: false }
  const last = { ...first, userId: newId('usr'), email: 'last@example.com' }
  for (const data of [first, first, last]) await publish(UserSignedUp, null, data)
  const { items } = await eventually(async () => {
    const list = (await admin.call('GET', '/api/tasks?kind=signup')).body
    expect(list.total).toBe(2)
    return list
  }, 15_000)
  const findId = (email: string) =>
    items.find((item: { fields: { email: string } }) => item.fields.email === email)?.id
  const toLead = ({ name, email }: typeof person) => ({
    taskId: findId(email),
    source: 'signup',
    name,
    email,
    message: '',
  })
  // Consumers handle events side by side, so the order is not fixed.
  await eventually(() => expect(leads).toHaveLength(2))
  expect(leads).toEqual(expect.arrayContaining([toLead(first), toLead(last)]))
})

test('makes a visitor on waiting lists one contact and a lead for each entry', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  const leads = await collectLeads(orgId)
  const known = await owner.call('POST', '/api/tasks', {
    kind: 'contact',
    title: 'Zoë of the harbour',
    fields: { email: 'Zoe@Waiting.example' },
  })
  const join = (entryId: string, email: string) =>
    ({ happeningId: 'hap_1', entryId, title: 'Open day', name: 'Ben', email }) as const
  const entries = [
    join('wait_1', 'ben@waiting.example'),
    join('wait_2', 'BEN@waiting.example'),
    join('wait_3', 'zoe@waiting.example'),
  ]
  const [first, ...others] = entries.map((entry) => toMessage(WaitingListJoined, orgId, entry))
  for (const message of [first, first, ...others]) await send(message)
  await eventually(() => expect(leads).toHaveLength(3))
  const { items } = (await owner.call('GET', '/api/tasks?kind=contact')).body
  const ben = items.find(({ title }: { title: string }) => title === 'Ben')
  expect(items).toHaveLength(2)
  expect(ben).toMatchObject({ ownerId: owner.principal.userId, fields: { name: 'Ben' } })
  const toLead = (taskId: string, email: string) => ({
    taskId,
    source: 'waiting_list',
    name: 'Ben',
    email,
    message: '',
  })
  expect(leads).toEqual(
    expect.arrayContaining([
      toLead(ben.id, 'ben@waiting.example'),
      toLead(ben.id, 'BEN@waiting.example'),
      toLead(known.body.id, 'zoe@waiting.example'),
    ]),
  )
  const timeline = await owner.call('GET', `/api/tasks/${known.body.id}/timeline?kind=entries`)
  expect(timeline.body.items).toMatchObject([{ body: 'Joined the waiting list: Open day' }])
})

test('moves the cards of a merged customer, and removes the data of an anonymised one from them', async () => {
  const [owner, stranger] = [
    await harness.caller({ role: 'owner' }),
    await harness.caller({ role: 'owner' }),
  ]
  for (const { orgId: id, principal } of [owner, stranger])
    orgs.set(id, { orgId: id, ownerId: principal.userId })
  const { orgId } = owner
  const person = { email: 'ada@quay.example', phone: '06 12 34 56 78', city: 'Lyon' }
  const add = async (call: typeof owner.call, card: object) =>
    String((await call('POST', '/api/tasks', card)).body.id)
  const contact = { kind: 'contact', title: 'Ada Quay', body: 'Likes boats', tags: ['ada'] }
  const [mine, task, other, theirs] = [
    await add(owner.call, { ...contact, fields: { ...person, customerId: 'cus_old' } }),
    await add(owner.call, { title: 'Paint', fields: { ...person, customerId: 'cus_old' } }),
    await add(owner.call, { ...contact, fields: { ...person, customerId: 'cus_older' } }),
    await add(stranger.call, { ...contact, fields: { ...person, customerId: 'cus_old' } }),
  ]
  const post = await add(owner.call, {
    kind: 'post',
    body: 'Ada sails again',
    post: { platform: 'shortpost' },
  })
  await harness.handle.db
    .updateTable('tasks')
    .set({ customer_id: 'cus_old' })
    .where('id', '=', post)
    .execute()
  const read = async (call: typeof owner.call, id: string) =>
    (await call('GET', `/api/tasks/${id}`)).body
  await publish(CustomerRemoved, orgId, { customerId: 'cus_old', into: 'cus_new' })
  await eventually(async () => {
    for (const id of [mine, task])
      expect(await read(owner.call, id)).toMatchObject({
        fields: { ...person, customerId: 'cus_new' },
      })
    expect(await read(owner.call, post)).toMatchObject({ customerId: 'cus_new' })
  })
  await publish(CustomerRemoved, orgId, { customerId: 'cus_new', into: null })
  await eventually(async () => {
    expect(await read(owner.call, mine)).toMatchObject({
      title: 'Removed customer',
      body: '',
      tags: [],
      fields: { customerId: 'cus_new' },
    })
    const { title, fields } = await read(owner.call, task)
    expect([title, fields]).toEqual(['Paint', { city: 'Lyon', customerId: 'cus_new' }])
    const { body, customerId } = await read(owner.call, post)
    expect([body, customerId]).toEqual(['Ada sails again', null])
  })
  expect((await read(owner.call, mine)).fields).toEqual({ customerId: 'cus_new' })
  expect((await owner.call('GET', '/api/tasks?q=Quay')).body.items).toMatchObject([{ id: other }])
  expect(await read(stranger.call, theirs)).toMatchObject({ title: 'Ada Quay', fields: person })
})

test('removes the data of an anonymised customer when a merge into it arrives later', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  // The index of words has the first 150,000 characters only.
  const long = Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => [`a${n}`, 'x '.repeat(5_000)]),
  )
  const fields = { ...long, email: 'ada@quay.example', zone: 'Lyon', customerId: 'cus_a' }
  const card = { kind: 'contact', title: 'Ada Quay', fields }
  const created = await owner.call('POST', '/api/tasks', card)
  const id = String(created.body.id)
  const removed = (customerId: string, into: string | null, occurredAt: string) => ({
    ...toMessage(CustomerRemoved, orgId, { customerId, into }),
    occurredAt,
  })
  // a was merged into b, b into c, and c was anonymised. The events arrive backwards.
  await send(removed('cus_c', null, '2026-11-03T00:00:00.000Z'))
  await send(removed('cus_b', 'cus_c', '2026-11-02T00:00:00.000Z'))
  await send(removed('cus_a', 'cus_b', '2026-11-01T00:00:00.000Z'))
  const read = async () => (await owner.call('GET', `/api/tasks/${id}`)).body
  await eventually(async () => expect((await read()).title).toBe('Removed customer'))
  expect(JSON.stringify(await read())).not.toMatch(/ada@quay|Lyon/)
  // A customer that is merged afterwards has data of its own.
  const later = await owner.call('POST', '/api/tasks', {
    ...card,
    fields: { email: 'eva@quay.example', customerId: 'cus_d' },
  })
  await send(removed('cus_d', 'cus_c', '2026-11-04T00:00:00.000Z'))
  await eventually(async () =>
    expect((await owner.call('GET', `/api/tasks/${String(later.body.id)}`)).body).toMatchObject({
      title: 'Ada Quay',
      fields: { email: 'eva@quay.example', customerId: 'cus_c' },
    }),
  )
})

test('removes the data of an anonymised customer when another replica merges at the same time', async () => {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  orgs.set(orgId, { orgId, ownerId: owner.principal.userId })
  const fields = { email: 'ada@quay.example', customerId: 'cus_a' }
  const card = { kind: 'contact', title: 'Ada Quay', fields }
  const { id } = (await owner.call('POST', '/api/tasks', card)).body
  const consumer = onCustomerRemoved(harness.deps)
  const { db } = harness.handle
  const handle = (tx: Transaction, customerId: string, into: string | null) =>
    consumer.handle(tx, toMessage(CustomerRemoved, orgId, { customerId, into }))
  let isDone = false
  let anonymised: Promise<unknown> | undefined
  await inTransaction(db, undefined, async (tx) => {
    await handle(tx, 'cus_a', 'cus_b')
    anonymised = inTransaction(db, undefined, (other) => handle(other, 'cus_b', null)).then(() => {
      isDone = true
    })
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      expect(rows.length > 0 || isDone).toBe(true)
    })
  })
  await anonymised
  expect((await owner.call('GET', `/api/tasks/${id}`)).body).toMatchObject({
    title: 'Removed customer',
    fields: { customerId: 'cus_b' },
  })
})
