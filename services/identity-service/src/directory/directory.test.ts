import { FindOrg, FindUserByEmail, IdentitySearch, RoleOf, UsersByIds } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('an account is found by its address, whatever the case, with the org that it joined first', async () => {
  const ada = await harness.founder('Ada')
  await ada.post('/api/auth/organization/create', { name: 'Later', slug: `later-${ada.userId}` })
  const found = await callRpc(harness.bus, FindUserByEmail, { email: ` ${ada.email.toUpperCase()} ` })
  expect(found.user).toEqual({ userId: ada.userId, name: 'Ada', email: ada.email, orgId: ada.orgId })
})

test('an account without an org has none, and an unknown address has no account', async () => {
  const loner = await harness.signUp()
  expect((await callRpc(harness.bus, FindUserByEmail, { email: loner.email })).user?.orgId).toBeNull()
  expect((await callRpc(harness.bus, FindUserByEmail, { email: 'nobody@example.test' })).user).toBeNull()
})

test('the role of a member is the one of this moment, and strangers have none', async () => {
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

test('an org is found by id and by slug, with the owner who has been one for longest', async () => {
  const ada = await harness.founder()
  await harness.invite(ada, 'owner')
  const byId = await callRpc(harness.bus, FindOrg, { slugOrId: ada.orgId })
  expect(byId.org).toMatchObject({ orgId: ada.orgId, ownerId: ada.userId, name: 'Org' })
  const bySlug = await callRpc(harness.bus, FindOrg, { slugOrId: byId.org?.slug ?? '' })
  expect(bySlug).toEqual(byId)
  expect((await callRpc(harness.bus, FindOrg, { slugOrId: 'no-such-org' })).org).toBeNull()
})

test('accounts are named by their ids, those that are gone left out', async () => {
  const ada = await harness.founder('Ada')
  const { users } = await callRpc(harness.bus, UsersByIds, { userIds: [ada.userId, 'usr_gone'] })
  expect(users).toEqual([{ id: ada.userId, name: 'Ada' }])
  expect(await callRpc(harness.bus, UsersByIds, { userIds: [] })).toEqual({ users: [] })
})

test('a search finds members of its own org by name and address, an exact name first', async () => {
  const ada = await harness.founder('Ada Lovelace')
  const exact = await harness.invite(ada, 'member')
  await exact.post('/api/auth/update-user', { name: 'Ada' })
  const search = async (orgId: string, q: string) =>
    (await callRpc(harness.bus, IdentitySearch, { orgId, userId: ada.userId, q })).items
  const found = await search(ada.orgId, 'ada')
  expect(found.map(({ title }) => title)).toEqual(['Ada', 'Ada Lovelace'])
  expect(await search(ada.orgId, ada.email)).toEqual([
    {
      ...{ type: 'member', id: ada.userId, title: 'Ada Lovelace', subtitle: ada.email },
      href: '/settings/members',
    },
  ])
  expect(await search(ada.orgId, '%')).toEqual([])
  const other = await harness.founder('Grace')
  expect(await search(other.orgId, 'ada')).toEqual([])
})
