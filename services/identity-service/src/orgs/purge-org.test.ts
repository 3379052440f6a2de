import { setTimeout as sleep } from 'node:timers/promises'
import { newId, OrgDeleted } from '@atrium/contracts'
import { eventConsumer, startConsumer } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { type Founder, startHarness } from '../../test/harness.ts'
import type { Database } from '../database.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const readPrincipal = async (credentials: { sessionCookie?: string; apiKey?: string }) => {
  const resolved = await harness.resolve(credentials)
  if (resolved.outcome !== 'authenticated') throw new Error(resolved.outcome)
  return resolved.principal
}
const purge = async (browser: Founder, orgId: string) =>
  harness.as(
    await readPrincipal({ sessionCookie: browser.session() }),
    'DELETE',
    `/api/orgs/${orgId}`,
  )

const deletions = async (orgId: string) =>
  (await harness.events()).filter((event) => event.type === 'org.deleted' && event.orgId === orgId)

const readRows = async (orgId: string) => {
  const org = await harness.db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', orgId)
    .execute()
  const members = await harness.db
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', orgId)
    .execute()
  const keys = await harness.db
    .selectFrom('apikey')
    .select('id')
    .where('referenceId', '=', orgId)
    .execute()
  const invitations = await harness.db
    .selectFrom('invitation')
    .select('id')
    .where('organizationId', '=', orgId)
    .execute()
  const sessions = await harness.db
    .selectFrom('session')
    .select('id')
    .where('activeOrganizationId', '=', orgId)
    .execute()
  return [...org, ...members, ...keys, ...invitations, ...sessions].length
}

async function populated() {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const admin = await harness.invite(owner, 'admin')
  const created = await owner.post('/api/auth/api-key/create', { name: 'ci' })
  const lesser = await owner.post('/api/auth/api-key/create', {
    name: 'ro',
    metadata: { role: 'admin' },
  })
  await owner.post('/api/auth/organization/invite-member', {
    email: `open-${owner.userId}@example.test`,
    role: 'member',
  })
  return { owner, member, admin, key: created.at('key'), lesserKey: lesser.at('key') }
}

test('purges an org with all its data, and mails every member once', async () => {
  const { owner, member, key } = await populated()
  const neighbour = await harness.founder()
  const answer = await purge(owner, owner.orgId)
  expect(answer.status, answer.text).toBe(204)
  expect(await readRows(owner.orgId)).toBe(0)
  await eventually(async () => expect(await deletions(owner.orgId)).toHaveLength(1))
  expect(await readPrincipal({ sessionCookie: owner.session() })).toMatchObject({
    orgId: null,
    role: null,
  })
  expect(await readPrincipal({ sessionCookie: member.session() })).toMatchObject({
    orgId: null,
    role: null,
  })
  expect((await harness.resolve({ apiKey: key })).outcome).toBe('rejected')
  expect(await readPrincipal({ sessionCookie: neighbour.session() })).toMatchObject({
    orgId: neighbour.orgId,
  })
  expect((await purge(owner, owner.orgId)).status).toBe(404)
})

describe('purge in another service', () => {
  const removed: string[] = []
  const afterwards = (name: string, wait: () => Promise<unknown>) =>
    startConsumer(
      harness.bus,
      harness.db,
      eventConsumer<Database, typeof OrgDeleted.schema>(
        `removes-${name}`,
        OrgDeleted,
        async (_, { data }) => {
          await wait()
          removed.push(data.orgId)
        },
        { from: 'now' },
      ),
    )
  const forget = (name: string) =>
    harness.bus.jsm.consumers.delete(harness.bus.stream('EVENTS'), `probe-${name}`)

  test('finishes before the owner gets the response', async () => {
    const owner = await harness.founder()
    const stop = await afterwards('soon', () => sleep(400))
    expect((await purge(owner, owner.orgId)).status).toBe(204)
    expect(removed).toContain(owner.orgId)
    await stop()
    await forget('removes-soon')
  })

  test('does not delay the response when the purge takes too long', async () => {
    const owner = await harness.founder()
    const answered = Promise.withResolvers<void>()
    const stop = await afterwards('late', () => answered.promise)
    expect((await purge(owner, owner.orgId)).status).toBe(204)
    expect(harness.log.text()).toContain('not every service has removed its part yet')
    expect(removed).not.toContain(owner.orgId)
    answered.resolve()
    await eventually(() => expect(removed).toContain(owner.orgId))
    await stop()
    await forget('removes-late')
  })
})

test("rejects the purge of an org by the owner's assistant", async () => {
  const { owner } = await populated()
  const principal = {
    ...(await readPrincipal({ sessionCookie: owner.session() })),
    via: 'mcp' as const,
  }
  const assistant = { ...principal, scopes: ['read', 'write'] }
  expect((await harness.as(assistant, 'DELETE', `/api/orgs/${owner.orgId}`)).status).toBe(403)
  expect(await readRows(owner.orgId)).toBeGreaterThan(0)
})

test("purges an org through better-auth's own route", async () => {
  const { owner } = await populated()
  const answer = await owner.post('/api/auth/organization/delete', { organizationId: owner.orgId })
  expect(answer.status, answer.text).toBe(200)
  expect(await readRows(owner.orgId)).toBe(0)
  await eventually(async () => expect(await deletions(owner.orgId)).toHaveLength(1))
})

test('rejects admins and members with 403, and strangers with 404', async () => {
  const { owner, member, admin, lesserKey } = await populated()
  const stranger = await harness.founder()
  const strangersKey = (await stranger.post('/api/auth/api-key/create', { name: 'x' })).at('key')
  expect((await purge(admin, owner.orgId)).status).toBe(403)
  expect((await purge(member, owner.orgId)).status).toBe(403)
  expect((await purge(stranger, owner.orgId)).status).toBe(404)
  expect((await purge(stranger, newId('org'))).status).toBe(404)
  expect((await purge(stranger, '%00')).status).toBe(404)
  const path = `/api/orgs/${owner.orgId}`
  expect(
    (await harness.as(await readPrincipal({ apiKey: lesserKey }), 'DELETE', path)).status,
  ).toBe(403)
  expect(
    (await harness.as(await readPrincipal({ apiKey: strangersKey }), 'DELETE', path)).status,
  ).toBe(404)
  expect((await harness.browser().post(path)).status).toBe(404)
  const anonymous = await fetch(`${harness.service.url}${path}`, { method: 'DELETE' })
  expect(anonymous.status).toBe(401)
  expect(await readRows(owner.orgId)).toBeGreaterThan(5)
  expect(await deletions(owner.orgId)).toEqual([])
})

test("rejects the purge by an owner's key", async () => {
  const { owner, key } = await populated()
  const second = await owner.post('/api/auth/organization/create', {
    name: 'Two',
    slug: `p-${owner.userId}`,
  })
  const principal = await readPrincipal({ apiKey: key })
  expect((await harness.as(principal, 'DELETE', `/api/orgs/${second.at('id')}`)).status).toBe(404)
  expect((await harness.as(principal, 'DELETE', `/api/orgs/${owner.orgId}`)).status).toBe(403)
  expect(await readRows(owner.orgId)).toBeGreaterThan(0)
})

test('purges once when several requests arrive at once', async () => {
  const owner = await harness.founder()
  const principal = await readPrincipal({ sessionCookie: owner.session() })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => harness.as(principal, 'DELETE', `/api/orgs/${owner.orgId}`)),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404, 404])
  await eventually(async () => expect(await deletions(owner.orgId)).toHaveLength(1))
})

test('leaves nothing behind when a member joins during the purge', async () => {
  for (let round = 0; round < 3; round += 1) {
    const owner = await harness.founder()
    const guest = await harness.signUp()
    const invitation = await owner.post('/api/auth/organization/invite-member', {
      email: guest.email,
      role: 'member',
    })
    const [accepted, purged] = await Promise.all([
      guest.post('/api/auth/organization/accept-invitation', { invitationId: invitation.at('id') }),
      purge(owner, owner.orgId),
    ])
    expect(accepted.status).toBeLessThan(500)
    expect(purged.status).toBe(204)
    expect(await readRows(owner.orgId)).toBe(0)
  }
})
