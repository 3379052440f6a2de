import { type OrgRole, orgRoles, roleAtLeast } from '@atrium/contracts'

/** A member as the rules see it. */
export interface RuledMember {
  readonly userId: string
  readonly role: OrgRole
}

interface Situation {
  /** The person at the page. */
  readonly own: RuledMember
  readonly target: RuledMember
  /** The number of the organisation's owners. */
  readonly owners: number
}

const lastOwner = 'The only owner: make another member owner first'

/** Why the person may not give a member this role; undefined where they may (docs/reference/identity.md, "Roles"). */
export function refusalOfRole(
  { own, target, owners }: Situation,
  role: OrgRole,
): string | undefined {
  if (role === target.role) return undefined
  if (own.role === 'member') return 'Owners and admins change roles'
  if (target.role === 'owner' && own.role !== 'owner') return 'Only an owner changes an owner'
  if (role === 'owner' && own.role !== 'owner') return 'Only an owner makes owners'
  if (target.role === 'owner' && owners < 2) return lastOwner
  return undefined
}

/** Why the person may not remove a member, or leave where it is themselves; undefined where they may. */
export function refusalOfRemoval({ own, target, owners }: Situation): string | undefined {
  if (target.role === 'owner' && owners < 2) return lastOwner
  if (own.userId === target.userId) return undefined
  if (own.role === 'member') return 'Owners and admins remove members'
  if (target.role === 'owner' && own.role !== 'owner') return 'Only an owner removes an owner'
  return undefined
}

/** The roles that a person may offer in an invitation or give to a key, the highest first. */
export const rolesUpTo = (own: OrgRole): OrgRole[] =>
  orgRoles.filter((role) => roleAtLeast(own, role))

/** A role in plain words. */
export const roleWords: Readonly<Record<OrgRole, readonly [label: string, text: string]>> = {
  owner: ['Owner', 'Everything, also the deletion of the organisation'],
  admin: ['Admin', 'Members, settings, keys, invoices and workflows'],
  member: ['Member', 'Cards, own posts and customers; reads the rest'],
}
