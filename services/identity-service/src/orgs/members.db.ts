import type { OrgRole } from '@atrium/contracts'
import type { Kysely } from 'kysely'
import type { IdentityTables } from '../database.ts'

/** The role that a user has in an org now; undefined for everybody else. */
export async function findRole(
  db: Kysely<IdentityTables>,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<OrgRole | undefined> {
  const member = await db
    .selectFrom('member')
    .select('role')
    .where('organizationId', '=', orgId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return member?.role
}

/** The roles that open invitations of an org offer to an address. */
export async function listInvitedRoles(
  db: Kysely<IdentityTables>,
  { orgId, email }: { orgId: string; email: string },
): Promise<OrgRole[]> {
  const rows = await db
    .selectFrom('invitation')
    .select('role')
    .where('organizationId', '=', orgId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .execute()
  return rows.map((row) => row.role ?? 'member')
}
