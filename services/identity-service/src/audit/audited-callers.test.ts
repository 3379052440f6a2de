import type { AuditEntry, Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle } from '@atrium/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'
import type { Database, Db } from '../database.ts'
import { asCaller, attributedDatabase } from './attributed-database.ts'

let harness: Harness
/** A pool of one connection. If a caller was not cleared, the next statement would see it. */
let single: DatabaseHandle<Database>
let attributed: Db
beforeAll(async () => {
  harness = await startHarness()
  const url = harness.env['DATABASE_URL'] ?? ''
  single = createDatabase<Database>({ url, schema: 'identity', poolSize: 1 })
  attributed = attributedDatabase(single.pool)
})
afterAll(async () => {
  await single?.close()
  await harness.stop()
})

async function readAudit(owner: Founder): Promise<AuditEntry[]> {
  const { userId, orgId } = owner
  const principal: Principal = {
    userId,
    orgId,
    role: 'owner',
    isAdmin: false,
    via: 'session',
    credentialId: 'ses_1',
  }
  const answer = await harness.as(principal, 'GET', '/api/audit?limit=100')
  expect(answer.status).toBe(200)
  return (answer.body as { items: AuditEntry[] }).items
}

const rename = (orgId: string, name: string) =>
  attributed.updateTable('organization').set({ name }).where('id', '=', orgId).execute()

test('clears the caller of a connection when its statement ends, fails or is rolled back', async () => {
  const owner = await harness.founder()
  const caller = { userId: owner.userId, name: 'Ada', path: '/organization/update' }
  const stated = async () => {
    const { rows } = await single.pool.query<{ caller: string | null }>(
      `select current_setting('atrium.caller', true) as caller`,
    )
    return rows[0]?.caller
  }
  await asCaller(caller, () => rename(owner.orgId, 'Other'))
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'org.changed',
    actor: { id: owner.userId },
  })
  expect(await stated()).toBe('')
  await expect(
    asCaller(caller, () => attributed.deleteFrom('nothing' as never).execute()),
  ).rejects.toThrow()
  expect(await stated()).toBe('')
  const rolledBack = asCaller(caller, () =>
    attributed.transaction().execute(async (tx) => {
      await tx
        .updateTable('organization')
        .set({ name: 'X' })
        .where('id', '=', owner.orgId)
        .execute()
      throw new Error('rolled back')
    }),
  )
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await stated()).toBe('')
})

test('records the user whose cookie better-auth accepts, in every form of the header', async () => {
  const owner = await harness.founder('Ada')
  const other = await harness.invite(owner, 'admin')
  const name = 'atrium.session_token'
  const forms = [
    `${name}="${owner.session()}"`,
    `${name} =${owner.session()}; ${name}=${other.session()}`,
    `${name}=${owner.session()}; ${name}=${other.session()}`,
  ]
  for (const [n, cookie] of forms.entries()) {
    const changed = await harness
      .browser()
      .post(
        '/api/auth/organization/update',
        { data: { name: `N${n}` }, organizationId: owner.orgId },
        { cookie },
      )
    expect(changed.status, cookie).toBe(200)
    const [entry] = await readAudit(owner)
    const who = await harness.browser().get('/api/auth/get-session', { cookie })
    expect(entry, cookie).toMatchObject({
      action: 'org.changed',
      actor: { type: 'user', id: who.at('user.id') },
    })
  }
})

test("records a key's scopes and expiry, and the old and new values of a change", async () => {
  const owner = await harness.founder()
  const made = await owner.post('/api/auth/api-key/create', {
    name: 'CI',
    expiresIn: 86_400,
    metadata: { scopes: ['board:read', 'posts:read'] },
  })
  const keyId = made.at('id')
  await owner.post('/api/auth/api-key/update', {
    keyId,
    metadata: { role: 'member', scopes: null },
  })
  const [changed, created] = (await readAudit(owner)).filter(({ target }) => target.id === keyId)
  expect(created?.detail).toEqual({
    role: 'owner',
    scopes: 'board:read posts:read',
    expiresAt: expect.stringMatching(/^20.*Z$/),
  })
  expect(changed?.detail).toMatchObject({
    role: 'member',
    fromRole: 'owner',
    scopes: 'all',
    fromScopes: 'board:read posts:read',
  })
})

test("records the system as the actor when another user's request removes an expired key", async () => {
  const owner = await harness.founder()
  const keyId = (await owner.post('/api/auth/api-key/create', { name: 'CI' })).at('id')
  await harness.rows(
    `update apikey set "expiresAt" = now() - interval '1 day' where id = '${keyId}'`,
  )
  const stranger = await harness.founder('Mallory')
  // better-auth removes expired keys at most every ten seconds. This statement on an attributed
  // connection removes the key now.
  await asCaller({ userId: stranger.userId, name: 'Mallory', path: '/api-key/create' }, () =>
    attributed.deleteFrom('apikey').where('expiresAt', '<', new Date()).execute(),
  )
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'key.expired',
    target: { id: keyId },
    requestId: null,
    ip: null,
    actor: { type: 'system', id: 'system', name: 'Atrium' },
  })
})

test('does not name a caller from another org', async () => {
  const owner = await harness.founder()
  const stranger = await harness.founder('Mallory')
  await asCaller({ userId: stranger.userId, name: 'Mallory', path: '/organization/update' }, () =>
    attributed
      .updateTable('organization')
      .set({ name: 'Other' })
      .where('id', '=', owner.orgId)
      .execute(),
  )
  expect((await readAudit(owner))[0]).toMatchObject({
    action: 'org.changed',
    actor: { type: 'system' },
    ip: null,
  })
})
