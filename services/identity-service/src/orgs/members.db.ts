import type { Db } from '../database.ts'

export async function findRole(db: Db, { orgId, userId }: { orgId: string; userId: string }) {
  const member = await db
    .selectFrom('member')
    .select('role')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return member?.role
}

/**
 * Returns a member's role. `target` is the member's id or address. Returns undefined if the org has
 * no such member.
 */
export async function findMemberRole(db: Db, { orgId, target }: { orgId: string; target: string }) {
  const member = await db
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select('m.role')
    .where('m.organizationId', '=', orgId)
    .where((eb) => eb.or([eb('m.id', '=', target), eb('u.email', '=', target.toLowerCase())]))
    .executeTakeFirst()
  return member?.role
}

/** Returns the roles that the org's open invitations offer to an address. */
export async function listInvitedRoles(db: Db, { orgId, email }: { orgId: string; email: string }) {
  const rows = await db
    .selectFrom('invitation')
    .select('role')
    .where('organizationId', '=', orgId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .execute()
  return rows.map((row) => row.role ?? 'member')
}

export async function countMembers(db: Db, orgId: string): Promise<number> {
  const { n } = await db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('organizationId', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns the org of an open invitation. Returns undefined for any other id. */
export async function findInvitingOrg(db: Db, invitationId: string): Promise<string | undefined> {
  const invitation = await db
    .selectFrom('invitation')
    .select('organizationId')
    .where('id', '=', invitationId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return invitation?.organizationId
}
