import {
  FindMember,
  FindOrg,
  FindUserByEmail,
  IdentitySearch,
  RoleOf,
  UsersByIds,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('finds an account by its address in upper or lower case, with the org the user joined first', async () => {
  const ada = await harness.founder('Ada')
  await ada.post('/api/auth/organization/create', { name: 'Later', slug: `later-${ada.userId}` })
  const found = await callRpc(harness.bus, FindUserByEmail, {
    email: ` ${ada.email.toUpperCase()} `,
  })
  expect(found.user).toEqual({
    userId: ada.userId,
    name: 'Ada',
    email: ada.email,
    orgId: ada.orgId,
  })
})

test('returns no org if the account has none, and no account for an unknown address', async () => {
  const loner = await harness.signUp()
  expect(
    (await callRpc(harness.bus, FindUserByEmail, { email: loner.email })).user?.orgId,
  ).toBeNull()
  expect(
    (await callRpc(harness.bus, FindUserByEmail, { email: 'nobody@example.test' })).user,
  ).toBeNull()
})

test("returns a member's current role, and none for a stranger", async () => {
  const ada = await harness.founder()
  const member = await harness.invite(ada, 'admin')
  const stranger = await harness.founder()
  const roleIn = async (orgId: string, userId: string) =>
    (await callRpc(harness.bus, RoleOf, { orgId, userId })).role
  expect(await roleIn(ada.orgId, ada.userId)).toBe('owner')
  expect(await roleIn(ada.orgId, member.userId)).toBe('admin')
  expect(await roleIn(ada.orgId, stranger.userId)).toBeNull()
  await member.post('/api/auth/organization/leave', { organizationId: ada.orgId })
  expect(await roleIn(ada.orgId, member.userId)).toBeNull()
})

test('finds a member by address in one org only, and nobody after the member has left', async () => {
  const ada = await harness.founder()
  const member = await harness.invite(ada, 'member')
  const stranger = await harness.founder()
  const find = async (orgId: string, email: string) =>
    (await callRpc(harness.bus, FindMember, { orgId, email })).member?.userId
  expect(await find(ada.orgId, ` ${member.email.toUpperCase()} `)).toBe(member.userId)
  expect(await find(stranger.orgId, member.email)).toBeUndefined()
  await member.post('/api/auth/organization/leave', { organizationId: ada.orgId })
  expect(await find(ada.orgId, member.email)).toBeUndefined()
})

test('finds an org by id and by slug, with its longest-standing owner', async () => {
  const ada = await harness.founder()
  await harness.invite(ada, 'owner')
  const byId = await callRpc(harness.bus, FindOrg, { slugOrId: ada.orgId })
  expect(byId.org).toMatchObject({ orgId: ada.orgId, ownerId: ada.userId, name: 'Org' })
  const bySlug = await callRpc(harness.bus, FindOrg, { slugOrId: byId.org?.slug ?? '' })
  expect(bySlug).toEqual(byId)
  expect((await callRpc(harness.bus, FindOrg, { slugOrId: 'no-such-org' })).org).toBeNull()
})

test('names accounts by id and leaves deleted ones out', async () => {
  const ada = await harness.founder('Ada')
  const { users } = await callRpc(harness.bus, UsersByIds, { userIds: [ada.userId, 'usr_gone'] })
  expect(users).toEqual([{ id: ada.userId, name: 'Ada' }])
  expect(await callRpc(harness.bus, UsersByIds, { userIds: [] })).toEqual({ users: [] })
})

test("finds members of the caller's org by name and address, exact names first", async () => {
  const ada = await harness.founder('Ada Lovelace')
  const exact = await harness.invite(ada, 'member')
  await exact.post('/api/auth/update-user', { name: 'Ada' })
  const search = async (orgId: string, q: string) =>
    (await callRpc(harness.bus, IdentitySearch, { orgId, userId: ada.userId, q })).items
  const found = await search(ada.orgId, 'ada')
  expect(found.map(({ title }) => title)).toEqual(['Ada', 'Ada Lovelace'])
  expect(await search(ada.orgId, ada.email)).toEqual([
    {
      type: 'member',
      id: ada.userId,
      title: 'Ada Lovelace',
      subtitle: ada.email,
      href: '/settings/members',
    },
  ])
  expect(await search(ada.orgId, '%')).toEqual([])
  const other = await harness.founder('Grace')
  expect(await search(other.orgId, 'ada')).toEqual([])
})
