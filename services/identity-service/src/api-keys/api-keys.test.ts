import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
/** One org with a member of each role. Only tests that leave the org unchanged use it. */
let team: Record<'owner' | 'admin' | 'member', Founder>
beforeAll(async () => {
  harness = await startHarness()
  const owner = await harness.founder()
  team = {
    owner,
    admin: await harness.invite(owner, 'admin'),
    member: await harness.invite(owner, 'member'),
  }
})
afterAll(() => harness.stop())

const create = (browser: Founder, body: object = {}) =>
  browser.post('/api/auth/api-key/create', { name: 'ci', ...body })

const readPrincipal = async (apiKey: string) => {
  const resolved = await harness.resolve({ apiKey })
  return resolved.outcome === 'authenticated' ? resolved.principal : resolved.outcome
}

const readMemberId = async (founder: Founder): Promise<string> => {
  const { id } = await harness.db
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', founder.orgId)
    .where('userId', '=', founder.userId)
    .executeTakeFirstOrThrow()
  return id
}

test('shows a new key once, stores it hashed, and acts as its creator', async () => {
  const owner = await harness.founder()
  const created = await create(owner)
  expect(created.status, created.text).toBe(200)
  const key = created.at('key')
  expect(key).toMatch(/^atr_[A-Za-z]{64}$/)
  expect(created.at('id')).toMatch(/^key_[0-9a-f]{32}$/)
  expect(created.body).toMatchObject({
    referenceId: owner.orgId,
    prefix: 'atr_',
    metadata: { role: 'owner', createdBy: owner.userId },
  })
  expect(await readPrincipal(key)).toEqual({
    userId: owner.userId,
    orgId: owner.orgId,
    role: 'owner',
    isAdmin: false,
    via: 'api_key',
    credentialId: created.at('id'),
  })
  const row = await harness.db
    .selectFrom('apikey')
    .select('key')
    .where('id', '=', created.at('id'))
    .executeTakeFirstOrThrow()
  expect(row.key).not.toContain(key.slice(4))
  for (const path of ['/api/auth/api-key/list', `/api/auth/api-key/get?id=${created.at('id')}`]) {
    const shown = await owner.get(path)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain(created.at('id'))
    expect(shown.text).not.toContain(key)
    expect(shown.text).not.toContain(row.key)
  }
})

test('lists when a key was last used, and leaves the time empty if only a wrong secret was tried', async () => {
  const owner = await harness.founder()
  const used = await create(owner)
  const idle = await create(owner)
  expect(await readPrincipal(used.at('key'))).toMatchObject({ userId: owner.userId })
  expect(await readPrincipal(`${idle.at('key').slice(0, -4)}aaaa`)).toBe('rejected')
  await eventually(async () => {
    const { apiKeys } = (await owner.get('/api/auth/api-key/list')).body as {
      apiKeys: Array<{ id: string; lastRequest: string | null }>
    }
    const last = new Map(apiKeys.map(({ id, lastRequest }) => [id, lastRequest]))
    expect(Date.now() - Date.parse(last.get(used.at('id')) ?? '')).toBeLessThan(60_000)
    expect(last.get(idle.at('id'))).toBeNull()
  })
})

test('creates a key for another org only if the caller is a member of it', async () => {
  const owner = await harness.founder()
  const second = await owner.post('/api/auth/organization/create', {
    name: 'Two',
    slug: `k-${owner.userId}`,
  })
  const named = await create(owner, { organizationId: owner.orgId })
  expect(await readPrincipal(named.at('key'))).toMatchObject({ orgId: owner.orgId })
  expect(await readPrincipal((await create(owner)).at('key'))).toMatchObject({
    orgId: second.at('id'),
  })
  const stranger = await harness.founder()
  expect((await create(stranger, { organizationId: owner.orgId })).status).toBe(403)
  expect((await create(stranger, { organizationId: newId('org') })).status).toBe(403)
})

test('creates no key without an active org', async () => {
  const loner = { ...(await harness.signUp()), orgId: '' }
  const answer = await create(loner)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'no_active_org', reason: 'NO_ACTIVE_ORGANIZATION' })
})

test('ignores or rejects a foreign user as the creator of a key (advisory)', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const forged = await create(member, { userId: owner.userId })
  expect(forged.status).toBe(401)
  expect(forged.at('key')).toBe('')
  const anonymous = await harness.browser().post('/api/auth/api-key/create', {
    name: 'x',
    userId: owner.userId,
    organizationId: owner.orgId,
  })
  expect(anonymous.status).toBe(401)
  const claimed = await create(member, { metadata: { createdBy: owner.userId } })
  expect(await readPrincipal(claimed.at('key'))).toMatchObject({
    userId: member.userId,
    role: 'member',
  })
  const updated = await member.post('/api/auth/api-key/update', {
    keyId: claimed.at('id'),
    metadata: { createdBy: owner.userId, role: 'member' },
  })
  expect(updated.status).toBe(200)
  expect(await readPrincipal(claimed.at('key'))).toMatchObject({
    userId: member.userId,
    role: 'member',
  })
})

test('rejects an API key as a session, and creates no keys with it (advisory)', async () => {
  const owner = await harness.founder()
  const key = (await create(owner)).at('key')
  const headers = { 'x-api-key': key }
  const browser = harness.browser()
  expect((await browser.post('/api/auth/api-key/create', { name: 'x' }, headers)).status).toBe(401)
  expect((await browser.get('/api/auth/get-session', headers)).body).toBe('null')
  expect((await browser.get('/api/auth/organization/list', headers)).status).toBe(401)
})

test.each([
  ['remaining', 5],
  ['refillAmount', 5],
  ['refillInterval', 1_000],
  ['rateLimitMax', 1],
  ['rateLimitTimeWindow', 1],
  ['rateLimitEnabled', false],
  ['permissions', { all: ['read'] }],
])('rejects the server-only property %s from a client', async (property, value) => {
  const { owner } = team
  expect((await create(owner, { [property]: value })).status).toBe(400)
  const key = await create(owner)
  const updated = await owner.post('/api/auth/api-key/update', {
    keyId: key.at('id'),
    [property]: value,
  })
  expect(updated.status).toBe(400)
})

test.each([
  { prefix: 'sk_' },
  { configId: 'other' },
  { metadata: [] },
  { metadata: 'text' },
  { metadata: { role: 'superuser' } },
  { metadata: { big: 'x'.repeat(5_000) } },
  { expiresIn: 0 },
  { expiresIn: 1e12 },
  { name: 'x'.repeat(101) },
  { name: 7 },
])('rejects a key with %j', async (body) => {
  const answer = await create(team.owner, body)
  expect(answer.status, answer.text).toBe(400)
})

test.each([
  ['owner', 'owner', 200],
  ['owner', 'admin', 200],
  ['owner', 'member', 200],
  ['admin', 'owner', 403],
  ['admin', 'admin', 200],
  ['admin', 'member', 200],
  ['member', 'owner', 403],
  ['member', 'admin', 403],
  ['member', 'member', 200],
] as const)(
  'checks the role when an %s asks for a key as %s: returns %i',
  async (role, asked, status) => {
    const creator = team[role]
    const answer = await create(creator, { metadata: { role: asked } })
    expect(answer.status).toBe(status)
    if (status === 200) expect(await readPrincipal(answer.at('key'))).toMatchObject({ role: asked })
    const own = await create(creator)
    const raised = await creator.post('/api/auth/api-key/update', {
      keyId: own.at('id'),
      metadata: { role: asked },
    })
    expect(raised.status).toBe(status)
  },
)

test("limits a key to its creator's current role and deletes it when the membership ends", async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  const key = (await create(admin)).at('key')
  expect(await readPrincipal(key)).toMatchObject({ role: 'admin' })
  const memberId = await readMemberId(admin)
  await owner.post('/api/auth/organization/update-member-role', { memberId, role: 'member' })
  expect(await readPrincipal(key)).toMatchObject({ role: 'member' })
  await owner.post('/api/auth/organization/update-member-role', { memberId, role: 'owner' })
  expect(await readPrincipal(key)).toMatchObject({ role: 'admin' })
  await owner.post('/api/auth/organization/remove-member', { memberIdOrEmail: memberId })
  expect(await readPrincipal(key)).toBe('rejected')
  const rows = await harness.db
    .selectFrom('apikey')
    .select('id')
    .where('creatorId', '=', admin.userId)
    .execute()
  expect(rows).toEqual([])
})

test('rejects a key at once when it is revoked, disabled or expired', async () => {
  const owner = await harness.founder()
  const revoked = await create(owner)
  await owner.post('/api/auth/api-key/delete', { keyId: revoked.at('id') })
  expect(await readPrincipal(revoked.at('key'))).toBe('rejected')

  const disabled = await create(owner)
  await owner.post('/api/auth/api-key/update', { keyId: disabled.at('id'), enabled: false })
  expect(await readPrincipal(disabled.at('key'))).toBe('rejected')
  await owner.post('/api/auth/api-key/update', { keyId: disabled.at('id'), enabled: true })
  expect(await readPrincipal(disabled.at('key'))).toMatchObject({ userId: owner.userId })

  const brief = await create(owner, { expiresIn: 60 })
  expect(await readPrincipal(brief.at('key'))).toMatchObject({ userId: owner.userId })
  await harness.db
    .updateTable('apikey')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('id', '=', brief.at('id'))
    .execute()
  expect(await readPrincipal(brief.at('key'))).toBe('rejected')
})

test('lets owners and admins see and revoke every key of their org, and members only their own', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  const member = await harness.invite(owner, 'member')
  const other = await harness.invite(owner, 'member')
  const ids = {
    owner: (await create(owner)).at('id'),
    member: (await create(member)).at('id'),
    other: (await create(other)).at('id'),
  }
  const listed = async (browser: Founder) => {
    const answer = await browser.get(`/api/auth/api-key/list?organizationId=${owner.orgId}`)
    const { apiKeys, total } = answer.body as { apiKeys: Array<{ id: string }>; total: number }
    expect(total).toBe(apiKeys.length)
    return apiKeys.map((key) => key.id).sort()
  }
  expect(await listed(owner)).toEqual(Object.values(ids).sort())
  expect(await listed(admin)).toEqual(Object.values(ids).sort())
  expect(await listed(member)).toEqual([ids.member])

  const remove = (browser: Founder, keyId: string) =>
    browser.post('/api/auth/api-key/delete', { keyId })
  const update = (browser: Founder, keyId: string) =>
    browser.post('/api/auth/api-key/update', { keyId, name: 'taken' })
  expect((await member.get(`/api/auth/api-key/get?id=${ids.other}`)).status).toBe(404)
  expect((await remove(member, ids.other)).status).toBe(404)
  expect((await update(member, ids.other)).status).toBe(403)
  expect((await update(owner, ids.other)).status).toBe(403)
  expect((await remove(admin, ids.other)).status).toBe(200)
  expect((await remove(member, ids.member)).status).toBe(200)
})

test('hides the keys of another org', async () => {
  const owner = await harness.founder()
  const stranger = await harness.founder()
  const id = (await create(owner)).at('id')
  const attempts = [
    stranger.get(`/api/auth/api-key/get?id=${id}`),
    stranger.get(`/api/auth/api-key/list?organizationId=${owner.orgId}`),
    stranger.post('/api/auth/api-key/update', { keyId: id, name: 'mine' }),
    stranger.post('/api/auth/api-key/delete', { keyId: id }),
  ]
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status)
  expect(statuses).toEqual([404, 403, 404, 404])
})

test('keeps the scopes of a key when it is renamed', async () => {
  const owner = await harness.founder()
  const readScopes = async (key: string) => {
    const principal = await readPrincipal(key)
    return typeof principal === 'string' ? principal : principal.scopes
  }
  const plain = await create(owner)
  expect(await readScopes(plain.at('key'))).toBeUndefined()
  const created = await create(owner, { metadata: { scopes: ['board:read', 'invoicing:write'] } })
  const [key, keyId] = [created.at('key'), created.at('id')]
  expect(await readScopes(key)).toEqual(['board:read', 'invoicing:write'])
  const update = (body: object) => owner.post('/api/auth/api-key/update', { keyId, ...body })
  await update({ name: 'renamed' })
  await update({ metadata: { note: 'x' } })
  expect(await readScopes(key)).toEqual(['board:read', 'invoicing:write'])
  await update({ metadata: { scopes: ['read'] } })
  expect(await readScopes(key)).toEqual(['read'])
  await update({ metadata: { scopes: null } })
  expect(await readScopes(key)).toBeUndefined()
  for (const scopes of [[], ['everything'], 'read', ['read', 'read']]) {
    expect((await create(owner, { metadata: { scopes } })).status).toBe(400)
  }
})
