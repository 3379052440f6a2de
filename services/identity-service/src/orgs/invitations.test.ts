import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Member, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const principalOf = async (browser: Member) => {
  const resolved = await harness.resolve({ sessionCookie: browser.session() })
  return resolved.outcome === 'authenticated' ? resolved.principal : resolved.outcome
}

test('an invited address joins with the id of its invitation, unverified, and acts in the org', async () => {
  const owner = await harness.founder()
  const invited = await harness.invite(owner, 'admin')
  expect(await principalOf(invited)).toMatchObject({ orgId: owner.orgId, role: 'admin' })
})

test('an invitation is worth nothing to another address, and nothing twice', async () => {
  const owner = await harness.founder()
  const guest = await harness.signUp()
  const thief = await harness.signUp()
  const invitation = await owner.post('/api/auth/organization/invite-member', {
    email: guest.email,
    role: 'member',
  })
  const accept = { invitationId: invitation.at('id') }
  expect((await thief.post('/api/auth/organization/accept-invitation', accept)).status).toBe(403)
  expect((await thief.get(`/api/auth/organization/get-invitation?id=${accept.invitationId}`)).status).toBe(
    403,
  )
  expect((await guest.post('/api/auth/organization/accept-invitation', accept)).status).toBe(200)
  expect((await guest.post('/api/auth/organization/accept-invitation', accept)).status).toBe(400)
  expect(await principalOf(thief)).toMatchObject({ orgId: null })
})

test('one invitation accepted many times at once makes one member', async () => {
  const owner = await harness.founder()
  const guest = await harness.signUp()
  const invitation = await owner.post('/api/auth/organization/invite-member', {
    email: guest.email,
    role: 'member',
  })
  const body = { invitationId: invitation.at('id') }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => guest.post('/api/auth/organization/accept-invitation', body)),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.every((answer) => answer.status < 500)).toBe(true)
  const members = await harness.db
    .selectFrom('member')
    .select('id')
    .where('organizationId', '=', owner.orgId)
    .execute()
  expect(members).toHaveLength(2)
})

test('listing the invitations of an address asks for a verified address', async () => {
  const owner = await harness.founder()
  const guest = await harness.signUp()
  await owner.post('/api/auth/organization/invite-member', { email: guest.email, role: 'member' })
  expect((await guest.get('/api/auth/organization/list-user-invitations')).status).toBe(403)
  const given = await guest.get(`/api/auth/organization/list-user-invitations?email=${guest.email}`)
  expect(given.status).toBe(400)
  await harness.db.updateTable('user').set({ emailVerified: true }).where('id', '=', guest.userId).execute()
  const listed = await guest.get('/api/auth/organization/list-user-invitations')
  expect(listed.body).toMatchObject([{ email: guest.email, organizationId: owner.orgId }])
})

test('the id of an invitation stays with those whose role is no lower than what it offers', async () => {
  const owner = await harness.founder()
  const admin = await harness.invite(owner, 'admin')
  const member = await harness.invite(owner, 'member')
  const heir = `heir-${owner.userId}@example.test`
  const invitation = await owner.post('/api/auth/organization/invite-member', { email: heir, role: 'owner' })
  const id = invitation.at('id')
  const list = '/api/auth/organization/list-invitations'
  const full = '/api/auth/organization/get-full-organization'
  expect((await owner.get(list)).text).toContain(id)
  expect((await owner.get(full)).text).toContain(id)
  expect((await member.get(list)).status).toBe(403)
  for (const browser of [admin, member]) {
    expect((await browser.get(list)).text).not.toContain(id)
    expect((await browser.get(full)).text).not.toContain(id)
    expect((await browser.get(full)).status).toBe(200)
  }
  const again = { email: heir, role: 'member', resend: true }
  const resent = await admin.post('/api/auth/organization/invite-member', again)
  expect(resent.status).toBe(403)
  expect(resent.text).not.toContain(id)
})
