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

test('acts in a new org at once, and switches back with set-active', async () => {
  const ada = await harness.founder()
  const second = await ada.post('/api/auth/organization/create', {
    name: 'Two',
    slug: `two-${ada.userId}`,
  })
  expect(await harness.principalOf(ada)).toMatchObject({ orgId: second.at('id'), role: 'owner' })
  await ada.post('/api/auth/organization/set-active', { organizationId: ada.orgId })
  expect(await harness.principalOf(ada)).toMatchObject({ orgId: ada.orgId, role: 'owner' })
  await ada.post('/api/auth/organization/set-active', { organizationId: null })
  expect(await harness.principalOf(ada)).toMatchObject({ orgId: null, role: null })
})

test.each([
  ['owner', 'invites a member', 200],
  ['admin', 'invites a member', 200],
  ['member', 'invites a member', 403],
  ['admin', 'invites an owner', 403],
  ['owner', 'invites an owner', 200],
  ['admin', 'renames the org', 200],
  ['member', 'renames the org', 403],
  ['admin', 'deletes the org', 403],
  ['member', 'deletes the org', 403],
  ['member', 'raises itself to admin', 403],
  ['admin', 'raises itself to owner', 403],
  ['admin', 'lowers the owner', 403],
  ['member', 'removes the owner', 403],
  ['admin', 'removes the owner', 403],
] as const)('enforces the role when an %s %s: returns %i', async (role, action, status) => {
  const { owner, [role]: caller } = team
  const email = `guest-${role}-${action.replaceAll(' ', '-')}@example.test`
  const memberId = async (userId: string) =>
    (
      await harness.db
        .selectFrom('member')
        .select('id')
        .where('organizationId', '=', owner.orgId)
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).id
  const org = (path: string, body: object) => caller.post(`/api/auth/organization/${path}`, body)
  const actions = {
    'invites a member': () => org('invite-member', { email, role: 'member' }),
    'invites an owner': () => org('invite-member', { email, role: 'owner' }),
    'renames the org': () => org('update', { data: { name: 'Renamed' } }),
    'deletes the org': () => org('delete', { organizationId: owner.orgId }),
    'raises itself to admin': async () =>
      org('update-member-role', { memberId: await memberId(caller.userId), role: 'admin' }),
    'raises itself to owner': async () =>
      org('update-member-role', { memberId: await memberId(caller.userId), role: 'owner' }),
    'lowers the owner': async () =>
      org('update-member-role', { memberId: await memberId(owner.userId), role: 'member' }),
    'removes the owner': async () =>
      org('remove-member', { memberIdOrEmail: await memberId(owner.userId) }),
  }
  const answer = await actions[action]()
  expect(answer.status, answer.text).toBe(status)
  if (status !== 200)
    expect(await harness.principalOf(owner)).toMatchObject({ orgId: owner.orgId, role: 'owner' })
})

test.each([
  ' owner',
  'owner ',
  'admin,owner',
  'Owner',
  'superuser',
  '',
  ['admin', 'owner'],
  [' owner'],
  7,
  null,
])('rejects the role %j from an admin', async (role) => {
  const { admin } = team
  const email = 'smuggled@example.test'
  const answer = await admin.post('/api/auth/organization/invite-member', { email, role })
  expect(answer.status).toBe(400)
  const member = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', admin.userId)
    .executeTakeFirstOrThrow()
  const raise = await admin.post('/api/auth/organization/update-member-role', {
    memberId: member.id,
    role,
  })
  expect(raise.status).toBe(400)
  expect(await harness.principalOf(admin)).toMatchObject({ role: 'admin' })
})

test('applies a changed role or a removal to the very next request', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const row = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', member.userId)
    .executeTakeFirstOrThrow()
  await owner.post('/api/auth/organization/update-member-role', { memberId: row.id, role: 'admin' })
  expect(await harness.principalOf(member)).toMatchObject({ role: 'admin' })
  await owner.post('/api/auth/organization/remove-member', { memberIdOrEmail: row.id })
  expect(await harness.principalOf(member)).toMatchObject({
    userId: member.userId,
    orgId: null,
    role: null,
  })
})

test("starts a session in the previous session's org, or in the first org if there is none", async () => {
  const ada = await harness.founder()
  const later = await ada.post('/api/auth/organization/create', {
    name: 'Later',
    slug: `later-${ada.userId}`,
  })
  const again = await harness.signIn(ada.email)
  expect(await harness.principalOf(again)).toMatchObject({ orgId: later.at('id') })
  await harness.db.deleteFrom('session').where('userId', '=', ada.userId).execute()
  expect(await harness.principalOf(await harness.signIn(ada.email))).toMatchObject({
    orgId: ada.orgId,
  })
})

test('emits one event per change, with the org in the subject', async () => {
  const owner = await harness.founder('Grace')
  const member = await harness.invite(owner, 'member')
  const events = await eventually(async () => {
    const events = await harness.events()
    const about = events.filter(
      (event) =>
        event.type !== 'activity.recorded' &&
        (event.orgId === owner.orgId || JSON.stringify(event.data).includes(owner.userId)),
    )
    expect(about.map((event) => event.type).sort()).toEqual([
      'org.created',
      'org.member_invited',
      'org.member_joined',
      'user.signed_up',
    ])
    return about
  })
  expect(events.find((event) => event.type === 'org.created')?.data).toMatchObject({
    orgId: owner.orgId,
    ownerId: owner.userId,
    name: 'Org',
  })
  expect(events.find((event) => event.type === 'org.member_joined')?.data).toEqual({
    orgId: owner.orgId,
    userId: member.userId,
    name: 'Ada',
    email: member.email,
    role: 'member',
  })
  const gone = {
    type: 'org.member_left',
    orgId: owner.orgId,
    data: { orgId: owner.orgId, userId: member.userId },
  }
  const left = { organizationId: owner.orgId }
  expect((await member.post('/api/auth/organization/leave', left)).status).toBe(200)
  await eventually(async () =>
    expect(await harness.events()).toContainEqual(expect.objectContaining(gone)),
  )
  for (const event of events)
    expect(event.id).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})
