import { type AuditEntry, AuditRecorded, newId, type Principal } from '@atrium/contracts'
import { emit, inTransaction, wakeOutbox } from '@atrium/database'
import { createTotp, eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { giveGrant } from '../../test/grants.ts'
import { type Founder, password, startHarness } from '../../test/harness.ts'
import { upkeep } from '../upkeep/upkeep.ts'
import { auditConsumer } from './consumer.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const toOwner = ({ userId, orgId }: Founder): Principal => ({
  userId,
  orgId,
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
})

async function readAudit(owner: Founder, query = ''): Promise<AuditEntry[]> {
  const answer = await harness.as(toOwner(owner), 'GET', `/api/audit?limit=100${query}`)
  expect(answer.status).toBe(200)
  return (answer.body as { items: AuditEntry[] }).items
}

const readActions = async (owner: Founder): Promise<string[]> =>
  (await readAudit(owner)).map(({ action }) => action)

test("records a sign-in in every org of the member, with the client's IP address", async () => {
  const owner = await harness.founder('Ada')
  const member = await harness.invite(owner, 'member')
  await harness
    .browser()
    .post(
      '/api/auth/sign-in/email',
      { email: member.email, password },
      { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'req-sign-in' },
    )
  const [entry] = await readAudit(owner)
  expect(entry).toMatchObject({
    action: 'session.signed_in',
    actor: { type: 'user', id: member.userId, name: 'Ada' },
    target: { type: 'session' },
    ip: '203.0.113.7',
    requestId: 'req-sign-in',
  })
})

test('records a two-factor sign-in once, after the code, and no sign-in when the factor is set up', async () => {
  const owner = await harness.founder()
  const base = '/api/auth'
  const enabled = await owner.post(`${base}/two-factor/enable`, { password })
  const { totpURI } = enabled.body as { totpURI: string }
  await owner.post(`${base}/two-factor/verify-totp`, { code: createTotp(totpURI) })
  expect(await readActions(owner)).toEqual(['two_factor.enabled', 'org.created'])
  const browser = harness.browser()
  await browser.post(`${base}/sign-in/email`, { email: owner.email, password })
  expect(await readActions(owner)).toHaveLength(2)
  const accepted = await browser.post(`${base}/two-factor/verify-totp`, {
    code: createTotp(totpURI),
  })
  expect(accepted.status, accepted.text).toBe(200)
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'session.signed_in',
    actor: { id: owner.userId },
  })
})

test('records a sign-in from a trusted device even if no code is needed', async () => {
  const owner = await harness.founder()
  const base = '/api/auth'
  const enabled = await owner.post(`${base}/two-factor/enable`, { password })
  const { totpURI } = enabled.body as { totpURI: string }
  await owner.post(`${base}/two-factor/verify-totp`, { code: createTotp(totpURI) })
  const browser = harness.browser()
  await browser.post(`${base}/sign-in/email`, { email: owner.email, password })
  await browser.post(`${base}/two-factor/verify-totp`, {
    code: createTotp(totpURI),
    trustDevice: true,
  })
  const before = await readActions(owner)
  const again = await browser.post(`${base}/sign-in/email`, { email: owner.email, password })
  expect(again.at('user.id')).toBe(owner.userId)
  expect(await readActions(owner)).toEqual(['session.signed_in', ...before])
})

test('records a changed password once, and no sign-in for the session that replaces the current one', async () => {
  const owner = await harness.founder()
  const changed = await owner.post('/api/auth/change-password', {
    currentPassword: password,
    newPassword: 'another good password',
  })
  expect(changed.status, changed.text).toBe(200)
  expect(await readActions(owner)).toEqual(['password.changed', 'org.created'])
})

test('records when an assistant is allowed and when it is ended, with the request id of the end', async () => {
  const owner = await harness.founder()
  const id = await giveGrant(harness, owner.userId, owner.orgId)
  expect((await harness.as(toOwner(owner), 'DELETE', `/api/mcp/grants/${id}`)).status).toBe(204)
  const [ended, allowed] = await readAudit(owner)
  const about = {
    actor: { type: 'user', id: owner.userId },
    target: { type: 'grant', id, name: 'Helper' },
  }
  expect(allowed).toMatchObject({ action: 'assistant.allowed', ...about })
  expect(ended).toMatchObject({
    action: 'assistant.ended',
    ...about,
    requestId: expect.any(String),
  })
})

test('records no failed sign-in and no sign-in of a user outside the org', async () => {
  const owner = await harness.founder()
  const before = await readActions(owner)
  await harness
    .browser()
    .post('/api/auth/sign-in/email', { email: owner.email, password: 'wrong password' })
  await harness.founder()
  expect(await readActions(owner)).toEqual(before)
})

test('records who invited, changed and removed whom', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const list = await owner.get('/api/auth/organization/get-full-organization')
  const { members } = list.body as { members: { id: string; userId: string }[] }
  const memberId = members.find(({ userId }) => userId === member.userId)?.id
  const organizationId = owner.orgId
  await owner.post('/api/auth/organization/update-member-role', {
    memberId,
    role: 'admin',
    organizationId,
  })
  await owner.post('/api/auth/organization/remove-member', {
    memberIdOrEmail: member.email,
    organizationId,
  })
  const entries = await readAudit(owner)
  expect(
    entries.map(({ action, actor, target }) => [action, actor.id, target.id]).slice(0, 3),
  ).toEqual([
    ['member.removed', owner.userId, member.userId],
    ['member.role_changed', owner.userId, member.userId],
    ['member.joined', member.userId, member.userId],
  ])
  expect(entries[1]?.detail).toEqual({ from: 'member', to: 'admin' })
  expect(entries.find(({ action }) => action === 'member.invited')?.target.name).toBe(member.email)
})

test('records `member.left` when a member leaves', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  await member.post('/api/auth/organization/leave', { organizationId: owner.orgId })
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'member.left',
    actor: { id: member.userId },
  })
})

test('records when a key is created, changed and revoked, but not when it is used', async () => {
  const owner = await harness.founder()
  const created = await owner.post('/api/auth/api-key/create', { name: 'CI' })
  const keyId = created.at('id')
  await harness.resolve({ apiKey: created.at('key') })
  await owner.post('/api/auth/api-key/update', { keyId, name: 'Builds' })
  await owner.post('/api/auth/api-key/delete', { keyId })
  const entries = (await readAudit(owner)).filter(({ target }) => target.id === keyId)
  expect(entries.map(({ action, target, actor }) => [action, target.name, actor.id])).toEqual([
    ['key.revoked', 'Builds', owner.userId],
    ['key.changed', 'Builds', owner.userId],
    ['key.created', 'CI', owner.userId],
  ])
  expect(JSON.stringify(entries)).not.toContain(created.at('key'))
})

test('records nothing if a change is rejected', async () => {
  const owner = await harness.founder()
  const before = await readActions(owner)
  await owner.post('/api/auth/organization/leave', { organizationId: owner.orgId })
  expect(await readActions(owner)).toEqual(before)
})

test('records the changed settings fields, and the API key that changed them', async () => {
  const owner = await harness.founder()
  const key = await owner.post('/api/auth/api-key/create', { name: 'Settings' })
  const principal: Principal = { ...toOwner(owner), via: 'api_key', credentialId: key.at('id') }
  await harness.as(principal, 'PATCH', '/api/settings', { currency: 'CHF' })
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'settings.changed',
    actor: { type: 'api_key', id: key.at('id'), name: 'Settings' },
    detail: { fields: 'currency' },
  })
})

const recorded = {
  actor: { type: 'system', id: 'system', userId: null },
  action: 'invoice.paid',
  target: { type: 'invoice', id: 'inv_1', name: '2026-000001' },
  detail: { amountCents: 100 },
  requestId: null,
  ip: null,
} as const

test("stores another service's entry once, and not if the org does not exist", async () => {
  const owner = await harness.founder()
  await inTransaction(harness.db, undefined, async (tx) => {
    await emit(tx, AuditRecorded, `org_${'0'.repeat(32)}`, recorded)
    await emit(tx, AuditRecorded, owner.orgId, recorded)
  })
  wakeOutbox(harness.db)
  await eventually(async () => {
    expect((await readAudit(owner))[0]).toMatchObject({
      action: 'invoice.paid',
      actor: { name: 'Atrium' },
    })
  })
  expect(
    await harness.events().then((all) => all.filter(({ type }) => type === 'audit.recorded')),
  ).toHaveLength(2)
})

test('pages, filters and exports the list as JSON lines', async () => {
  const owner = await harness.founder()
  const key = await owner.post('/api/auth/api-key/create', { name: 'CI' })
  for (let at = 0; at < 3; at += 1) await harness.signIn(owner.email)
  const all = await readAudit(owner)
  const paged: AuditEntry[] = []
  let next: string | null = ''
  while (next !== null) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`
    const page = await harness.as(toOwner(owner), 'GET', `/api/audit?limit=2${cursor}`)
    const body = page.body as { items: AuditEntry[]; next: string | null }
    paged.push(...body.items)
    next = body.next
  }
  expect(paged).toEqual(all)
  expect(
    new Set((await readAudit(owner, '&action=session.signed_in')).map(({ action }) => action)).size,
  ).toBe(1)
  expect(await readAudit(owner, `&targetId=${key.at('id')}`)).toHaveLength(1)
  expect(await readAudit(owner, `&actorId=nobody`)).toHaveLength(0)
  expect(await readAudit(owner, `&to=2020-01-01T00:00:00Z`)).toHaveLength(0)
  expect(await readAudit(owner, `&from=2020-01-01T00:00:00Z`)).toEqual(all)
  const file = await harness.as(toOwner(owner), 'GET', '/api/audit/export')
  expect(file.headers.get('content-type')).toContain('application/x-ndjson')
  expect(
    file.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(all)
})

test("reads a filter's day in the organisation's time zone", async () => {
  const owner = await harness.founder()
  const zone = 'Pacific/Kiritimati'
  await harness.as(toOwner(owner), 'PATCH', '/api/settings', { timezone: zone })
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const moment = Date.parse((await readAudit(owner))[0]?.at ?? '')
  const [before, day, after] = [-1, 0, 1].map((shift) => days.format(moment + shift * 86_400_000))
  const all = await readAudit(owner)
  expect(await readAudit(owner, `&from=${day}&to=${day}`)).toEqual(all)
  expect(await readAudit(owner, `&to=${before}`)).toEqual([])
  expect(await readAudit(owner, `&from=${after}`)).toEqual([])
  const file = await harness.as(toOwner(owner), 'GET', `/api/audit/export?from=${after}`)
  expect([file.status, file.text]).toEqual([200, ''])
  const invalid = await harness.as(toOwner(owner), 'GET', '/api/audit?from=2026-02-30')
  expect(invalid.status).toBe(400)
})

test('rejects members, and rejects a cursor from another list', async () => {
  const owner = await harness.founder()
  const as = (role: Principal['role'], path: string) =>
    harness.as({ ...toOwner(owner), role }, 'GET', path).then(({ status }) => status)
  expect(await as('member', '/api/audit')).toBe(403)
  expect(await as('member', '/api/audit/export')).toBe(403)
  expect(await as('admin', '/api/audit')).toBe(200)
  expect(await as('owner', '/api/audit?cursor=x')).toBe(400)
  expect(await as('owner', '/api/audit?limit=101')).toBe(400)
})

test('deletes entries with their org, and when they are older than the configured days', async () => {
  const owner = await harness.founder()
  const kept = await harness.founder()
  const count = async (orgId: string) =>
    (
      await harness.rows<{ n: number }>(
        `select count(*)::int n from audit_entries where org_id = '${orgId}'`,
      )
    ).rows[0]?.n
  await harness.rows(`update audit_entries set at = now() - interval '366 days'
    where org_id = '${kept.orgId}' and action = 'org.created'`)
  const before = (await count(kept.orgId)) ?? 0
  await upkeep({ db: harness.db, now: () => new Date(), config: { auditDays: 365 } as never }).run(
    new AbortController().signal,
  )
  expect(await count(kept.orgId)).toBe(before - 1)
  await harness.as(toOwner(owner), 'DELETE', `/api/orgs/${owner.orgId}`)
  expect(await count(owner.orgId)).toBe(0)
})

test('removes the data of an anonymised customer from all entries, also of merged ones', async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  const record = (
    { orgId, userId }: Founder,
    action: 'customer.changed' | 'customer.merged' | 'customer.anonymised',
    target: { id: string; name: string },
    detail: Record<string, string> = {},
  ) =>
    inTransaction(harness.db, undefined, (tx) =>
      emit(tx, AuditRecorded, orgId, {
        actor: { type: 'user', id: userId, userId },
        action,
        target: { type: 'customer', ...target },
        detail,
        requestId: null,
        ip: null,
      }),
    )
  const changed = { fields: 'email', fromEmail: 'ada@old.example', email: 'ada@new.example' }
  const [first, kept] = [
    { id: 'cus_1', name: 'Ada Quay' },
    { id: 'cus_2', name: 'Ada Q.' },
  ]
  for (const founder of [owner, other]) {
    await record(founder, 'customer.changed', first, changed)
    await record(founder, 'customer.merged', first, { into: kept.id, intoName: kept.name })
    await record(founder, 'customer.changed', kept, changed)
    await record(founder, 'customer.changed', { id: 'cus_3', name: 'Ada Else' })
  }
  const list = async (founder: Founder) =>
    (await readAudit(founder)).filter(({ target }) => target.type === 'customer')
  await eventually(async () => expect(await list(owner)).toHaveLength(4))
  await eventually(async () => expect(await list(other)).toHaveLength(4))
  await record(owner, 'customer.anonymised', { id: kept.id, name: 'Removed customer' })
  const entries = await eventually(async () => {
    const found = await list(owner)
    expect(found).toHaveLength(5)
    return found
  })
  expect(JSON.stringify(entries)).not.toMatch(/Ada Q|old\.example|new\.example/)
  expect(entries.map(({ target }) => target.name).sort()).toEqual([
    'Ada Else',
    ...Array(4).fill('Removed customer'),
  ])
  expect(entries.find(({ action }) => action === 'customer.merged')?.detail).toEqual({
    into: kept.id,
  })
  expect(JSON.stringify(await list(other))).toMatch(/Ada Quay.*old\.example|old\.example.*Ada Quay/)
  // The entry about an earlier merge arrives late.
  const late = {
    id: newId('evt'),
    type: AuditRecorded.type,
    orgId: owner.orgId,
    occurredAt: new Date(Date.now() - 60_000).toISOString(),
    data: {
      actor: { type: 'user', id: owner.userId, userId: owner.userId },
      action: 'customer.merged',
      target: { type: 'customer', id: 'cus_0', name: 'Ada Quay' },
      detail: { into: first.id, intoName: first.name },
      requestId: null,
      ip: null,
    },
  }
  await harness.bus.js.publish(
    harness.bus.subject(`events.${owner.orgId}.${AuditRecorded.type}`),
    JSON.stringify(late),
  )
  await eventually(async () => expect(await list(owner)).toHaveLength(6))
  expect(JSON.stringify(await list(owner))).not.toMatch(/Ada Q/)
})

test('removes the data of an anonymised customer when another replica stores an earlier entry', async () => {
  const owner = await harness.founder()
  const toEvent = (action: string, name: string, agoMs: number) => ({
    id: newId('evt'),
    type: AuditRecorded.type,
    orgId: owner.orgId,
    occurredAt: new Date(Date.now() - agoMs).toISOString(),
    data: {
      actor: { type: 'user', id: owner.userId, userId: owner.userId },
      action,
      target: { type: 'customer', id: 'cus_1', name },
      detail: { email: 'ada@quay.example' },
      requestId: null,
      ip: null,
    },
  })
  const { db } = harness
  let removed: Promise<unknown> | undefined
  let isDone = false
  await inTransaction(db, undefined, async (tx) => {
    await auditConsumer.handle(tx, toEvent('customer.changed', 'Ada Quay', 60_000))
    const removal = toEvent('customer.anonymised', 'Removed customer', 0)
    removed = inTransaction(db, undefined, (other) => auditConsumer.handle(other, removal)).then(
      () => {
        isDone = true
      },
    )
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      expect(rows.length > 0 || isDone).toBe(true)
    })
  })
  await removed
  const entries = (await readAudit(owner)).filter(({ target }) => target.type === 'customer')
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toMatch(/Ada Quay|quay\.example/)
})
