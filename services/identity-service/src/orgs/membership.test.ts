import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, type Member, startHarness } from '../../test/harness.ts'

let harness: Harness
/** One org with one member of each role, for attempts that leave it as it is. */
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

const principalOf = async (browser: Member) => {
  const resolved = await harness.resolve({ sessionCookie: browser.session() })
  return resolved.outcome === 'authenticated' ? resolved.principal : resolved.outcome
}

test('a creator acts in the new org at once, and switches back with set-active', async () => {
  const ada = await harness.founder()
  const second = await ada.post('/api/auth/organization/create', { name: 'Two', slug: `two-${ada.userId}` })
  expect(await principalOf(ada)).toMatchObject({ orgId: second.at('id'), role: 'owner' })
  await ada.post('/api/auth/organization/set-active', { organizationId: ada.orgId })
  expect(await principalOf(ada)).toMatchObject({ orgId: ada.orgId, role: 'owner' })
  await ada.post('/api/auth/organization/set-active', { organizationId: null })
  expect(await principalOf(ada)).toMatchObject({ orgId: null, role: null })
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
] as const)('%s %s: %i', async (role, action, status) => {
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
    'removes the owner': async () => org('remove-member', { memberIdOrEmail: await memberId(owner.userId) }),
  }
  const answer = await actions[action]()
  expect(answer.status, answer.text).toBe(status)
  if (status !== 200) expect(await principalOf(owner)).toMatchObject({ orgId: owner.orgId, role: 'owner' })
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
])('an admin cannot smuggle the role %j past the check', async (role) => {
  const { admin } = team
  const email = 'smuggled@example.test'
  const answer = await admin.post('/api/auth/organization/invite-member', { email, role })
  expect(answer.status).toBe(400)
  const member = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', admin.userId)
    .executeTakeFirstOrThrow()
  const raise = await admin.post('/api/auth/organization/update-member-role', { memberId: member.id, role })
  expect(raise.status).toBe(400)
  expect(await principalOf(admin)).toMatchObject({ role: 'admin' })
})

test('a changed role and a lost membership count on the very next call', async () => {
  const owner = await harness.founder()
  const member = await harness.invite(owner, 'member')
  const row = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', member.userId)
    .executeTakeFirstOrThrow()
  await owner.post('/api/auth/organization/update-member-role', { memberId: row.id, role: 'admin' })
  expect(await principalOf(member)).toMatchObject({ role: 'admin' })
  await owner.post('/api/auth/organization/remove-member', { memberIdOrEmail: row.id })
  expect(await principalOf(member)).toMatchObject({ userId: member.userId, orgId: null, role: null })
})

test('the last owner stays, also when two owners leave at once', async () => {
  const owner = await harness.founder()
  const leave = (browser: Member) =>
    browser.post('/api/auth/organization/leave', { organizationId: owner.orgId })
  const row = await harness.db
    .selectFrom('member')
    .select('id')
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow()
  for (const answer of [
    await leave(owner),
    await owner.post('/api/auth/organization/remove-member', { memberIdOrEmail: row.id }),
    await owner.post('/api/auth/organization/update-member-role', { memberId: row.id, role: 'admin' }),
  ]) {
    expect([answer.status, answer.at('code')], answer.text).toEqual([409, 'last_owner'])
  }
  for (let round = 0; round < 3; round += 1) {
    const first = await harness.founder()
    const second = await harness.invite(first, 'owner')
    const answers = await Promise.all(
      [first, second].map((browser) =>
        browser.post('/api/auth/organization/leave', { organizationId: first.orgId }),
      ),
    )
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([409, 'last_owner'])
    }
    const owners = await harness.db
      .selectFrom('member')
      .select('id')
      .where('organizationId', '=', first.orgId)
      .where('role', '=', 'owner')
      .execute()
    expect(owners.length).toBeGreaterThanOrEqual(1)
  }
})

test('of two owners who remove each other at once one stays, and the answer to the other is that they are no member', async () => {
  for (let round = 0; round < 6; round += 1) {
    const first = await harness.founder()
    const second = await harness.invite(first, 'owner')
    const remove = (browser: Member, other: Member) =>
      browser.post('/api/auth/organization/remove-member', { memberIdOrEmail: other.email })
    const answers = await Promise.all([remove(first, second), remove(second, first)])
    const refused = answers.find(({ status }) => status !== 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([refused?.status, refused?.at('code')], refused?.text).toEqual([403, 'forbidden'])
    expect(refused?.at('reason')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  }
})

test('every route that needs a role refuses a removed co-owner, with and without a named org', async () => {
  const owner = await harness.founder()
  const second = await harness.invite(owner, 'owner')
  const path = '/api/auth/organization'
  const memberId = async (person: Founder) =>
    (
      await harness.db
        .selectFrom('member')
        .select('id')
        .where('organizationId', '=', owner.orgId)
        .where('userId', '=', person.userId)
        .executeTakeFirstOrThrow()
    ).id
  const [ownerRow, secondRow] = [await memberId(owner), await memberId(second)]
  const removed = await owner.post(`${path}/remove-member`, { memberIdOrEmail: secondRow })
  expect(removed.status, removed.text).toBe(200)
  const again = await owner.post(`${path}/remove-member`, { memberIdOrEmail: secondRow })
  expect([again.status, again.at('code')]).toEqual([404, 'not_found'])
  for (const named of [{}, { organizationId: owner.orgId }]) {
    for (const answer of [
      await second.post(`${path}/remove-member`, { memberIdOrEmail: ownerRow, ...named }),
      await second.post(`${path}/update-member-role`, { memberId: ownerRow, role: 'member', ...named }),
      await second.post(`${path}/invite-member`, { email: 'z@example.test', role: 'member', ...named }),
      await second.post(`${path}/update`, { data: { name: 'Mine' }, ...named }),
      await second.post(`${path}/leave`, { organizationId: owner.orgId }),
      await second.post(`${path}/delete`, { organizationId: owner.orgId }),
    ]) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
      expect(answer.at('reason'), answer.text).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
    }
  }
  expect(await principalOf(owner)).toMatchObject({ orgId: owner.orgId, role: 'owner' })
  expect(await principalOf(second)).toMatchObject({ orgId: null, role: null })
})

test('a caller cannot create an org for another user', async () => {
  const victim = await harness.signUp()
  const body = { name: 'Org', slug: `forged-${victim.userId}`, userId: victim.userId }
  expect((await harness.browser().post('/api/auth/organization/create', body)).status).toBe(401)
  const caller = await harness.signUp()
  expect((await caller.post('/api/auth/organization/create', body)).status).toBe(200)
  expect(await principalOf(caller)).toMatchObject({ role: 'owner' })
  expect(await principalOf(victim)).toMatchObject({ orgId: null })
})

test("another org's id gets nobody anywhere", async () => {
  const victim = await harness.founder()
  const stranger = await harness.founder()
  const { orgId } = victim
  const attempts = [
    stranger.post('/api/auth/organization/set-active', { organizationId: orgId }),
    stranger.post('/api/auth/organization/update', { organizationId: orgId, data: { name: 'Mine' } }),
    stranger.post('/api/auth/organization/delete', { organizationId: orgId }),
    stranger.post('/api/auth/organization/invite-member', {
      organizationId: orgId,
      email: 'x@example.test',
      role: 'member',
    }),
    stranger.post('/api/auth/organization/remove-member', {
      organizationId: orgId,
      memberIdOrEmail: victim.email,
    }),
    stranger.get(`/api/auth/organization/list-members?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/get-full-organization?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/list-invitations?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/get-active-member-role?organizationId=${orgId}`),
  ]
  for (const answer of await Promise.all(attempts)) {
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.text).not.toContain(victim.email)
  }
  expect(await principalOf(victim)).toMatchObject({ orgId, role: 'owner' })
  expect(await principalOf(stranger)).toMatchObject({ orgId: stranger.orgId, role: 'owner' })
})

test('a request for a foreign org, by id or slug, is refused and leaves the active org as it is', async () => {
  const { orgId } = await harness.founder()
  const { slug } = await harness.db
    .selectFrom('organization')
    .select('slug')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const stranger = await harness.founder()
  const path = '/api/auth/organization'
  for (const wanted of [`organizationId=${orgId}`, `organizationSlug=${slug}`]) {
    const [name = '', value = ''] = wanted.split('=')
    for (const answer of [
      await stranger.get(`${path}/get-organization?${wanted}`),
      await stranger.get(`${path}/get-full-organization?${wanted}`),
      await stranger.post(`${path}/set-active`, { [name]: value }),
    ]) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
    }
  }
  expect(await principalOf(stranger)).toMatchObject({ orgId: stranger.orgId, role: 'owner' })
})

test('a signed-in caller without the right gets 403, whatever the status of better-auth is', async () => {
  const owner = await harness.founder()
  const [member, other] = [await harness.invite(owner, 'member'), await harness.invite(owner, 'member')]
  const stranger = await harness.founder()
  const path = '/api/auth/organization'
  const organizationId = owner.orgId
  for (const answer of [
    await member.post(`${path}/remove-member`, { memberIdOrEmail: other.email }),
    await stranger.post(`${path}/remove-member`, { organizationId, memberIdOrEmail: other.email }),
    await stranger.post(`${path}/update-member-role`, { organizationId, memberId: 'mem_1', role: 'admin' }),
    await stranger.post(`${path}/invite-member`, { organizationId, email: 'y@example.test', role: 'member' }),
    await stranger.post(`${path}/update`, { organizationId, data: { name: 'Mine' } }),
    await stranger.post(`${path}/delete`, { organizationId }),
  ]) {
    expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
  }
  const nobody = await harness.browser().post(`${path}/delete`, { organizationId })
  expect([nobody.status, nobody.at('code')]).toEqual([401, 'unauthenticated'])
  expect(await principalOf(other)).toMatchObject({ orgId: organizationId, role: 'member' })
})

test('an org has a name of which something can be seen', async () => {
  const ada = await harness.signUp()
  for (const name of ['\0', ' \0\t', '']) {
    const answer = await ada.post('/api/auth/organization/create', { name, slug: `named-${ada.userId}` })
    expect([answer.status, answer.at('code')], JSON.stringify(name)).toEqual([400, 'validation_failed'])
  }
})

test('a slug is taken once, also when many ask for it at once, and never looks like an id', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => harness.signUp()))
  const slug = `contested-${Date.now()}`
  const answers = await Promise.all(
    people.map((person) => person.post('/api/auth/organization/create', { name: 'Mine', slug })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400])
  const [someone] = people
  for (const wrong of [newId('org'), 'a/b', '', '..', 'x'.repeat(101)]) {
    const answer = await someone?.post('/api/auth/organization/create', { name: 'Mine', slug: wrong })
    expect(answer?.status).toBe(400)
  }
})

test('a session starts in the org of the one before, else in the one joined first', async () => {
  const ada = await harness.founder()
  const later = await ada.post('/api/auth/organization/create', {
    name: 'Later',
    slug: `later-${ada.userId}`,
  })
  const again = await harness.signIn(ada.email)
  expect(await principalOf(again)).toMatchObject({ orgId: later.at('id') })
  await harness.db.deleteFrom('session').where('userId', '=', ada.userId).execute()
  expect(await principalOf(await harness.signIn(ada.email))).toMatchObject({ orgId: ada.orgId })
})

test('each change emits one event, with the org in the subject', async () => {
  const owner = await harness.founder('Grace')
  const member = await harness.invite(owner, 'member')
  const told = await eventually(async () => {
    const events = await harness.events()
    const about = events.filter(
      (event) => event.orgId === owner.orgId || JSON.stringify(event.data).includes(owner.userId),
    )
    expect(about.map((event) => event.type).sort()).toEqual([
      'org.created',
      'org.member_invited',
      'org.member_joined',
      'user.signed_up',
    ])
    return about
  })
  expect(told.find((event) => event.type === 'org.created')?.data).toMatchObject({
    orgId: owner.orgId,
    ownerId: owner.userId,
    name: 'Org',
  })
  expect(told.find((event) => event.type === 'org.member_joined')?.data).toEqual({
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
  await eventually(async () => expect(await harness.events()).toContainEqual(expect.objectContaining(gone)))
  for (const event of told) expect(event.id).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})
