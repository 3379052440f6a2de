import { type OrgRole, orgRoles, roleAtLeast } from '@atrium/contracts'

/** The member fields used by the rules. */
export interface RuledMember {
  readonly userId: string
  readonly role: OrgRole
}

interface Situation {
  /** The signed-in user. */
  readonly own: RuledMember
  readonly target: RuledMember
  /** The number of owners in the organisation. */
  readonly owners: number
}

const lastOwner = 'The only owner: make another member owner first'

/**
 * Returns why the user may not give a member this role, or undefined if allowed. The rules are
 * those of docs/reference/identity.md, "Roles".
 */
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

/**
 * Returns why the user may not remove a member, or undefined if allowed. If `target` is the user,
 * the rule is about leaving.
 */
export function refusalOfRemoval({ own, target, owners }: Situation): string | undefined {
  if (target.role === 'owner' && owners < 2) return lastOwner
  if (own.userId === target.userId) return undefined
  if (own.role === 'member') return 'Owners and admins remove members'
  if (target.role === 'owner' && own.role !== 'owner') return 'Only an owner removes an owner'
  return undefined
}

/** Returns the roles that a user may give in an invitation or to an API key, highest first. */
export const rolesUpTo = (own: OrgRole): OrgRole[] =>
  orgRoles.filter((role) => roleAtLeast(own, role))

export const roleWords: Readonly<Record<OrgRole, readonly [label: string, text: string]>> = {
  owner: ['Owner', 'Can do everything, also export all data and delete the organisation.'],
  admin: ['Admin', 'Can also invite and remove members, change settings and issue invoices.'],
  member: [
    'Member',
    'Works on cards, customers, workflows and own posts. Sees the rest, for example invoices.',
  ],
}
