import { expect, test } from 'vitest'
import { type RuledMember, refusalOfRemoval, refusalOfRole, rolesUpTo } from './member-rules.ts'

const person = (userId: string, role: RuledMember['role']): RuledMember => ({ userId, role })
const [owner, admin, member] = [person('o', 'owner'), person('a', 'admin'), person('m', 'member')]

test.each([
  [owner, owner, 1, 'admin', /only owner/],
  [owner, owner, 2, 'admin', undefined],
  [owner, member, 1, 'owner', undefined],
  [admin, owner, 2, 'admin', /Only an owner changes/],
  [admin, member, 1, 'owner', /Only an owner makes/],
  [admin, member, 1, 'admin', undefined],
  [admin, person('b', 'admin'), 1, 'member', undefined],
  [member, admin, 1, 'member', /Owners and admins/],
  [member, owner, 1, 'owner', undefined],
] as const)(
  'applies the role rules: %j gives %j, with %i owners, the role %s: %s',
  (own, target, owners, role, refusal) => {
    const found = refusalOfRole({ own, target, owners }, role)
    if (refusal === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(refusal)
  },
)

test.each([
  [owner, owner, 1, /only owner/],
  [owner, owner, 2, undefined],
  [owner, person('p', 'owner'), 2, undefined],
  [owner, admin, 1, undefined],
  [admin, owner, 2, /Only an owner/],
  [admin, member, 1, undefined],
  [member, admin, 1, /Owners and admins/],
  [member, member, 1, undefined],
] as const)(
  'applies the removal rules: %j removes %j, with %i owners: %s',
  (own, target, owners, refusal) => {
    const found = refusalOfRemoval({ own, target, owners })
    if (refusal === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(refusal)
  },
)

test("offers roles up to the user's own, highest first", () => {
  expect(rolesUpTo('owner')).toEqual(['owner', 'admin', 'member'])
  expect(rolesUpTo('admin')).toEqual(['admin', 'member'])
  expect(rolesUpTo('member')).toEqual(['member'])
})
