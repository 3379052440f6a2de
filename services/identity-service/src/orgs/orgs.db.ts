import type { OrgRole } from '@atrium/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { IdentityTables } from '../database.ts'

/** The role of a user in an org whose row is locked until the transaction ends; undefined when not a member. */
export async function lockOwnRole(
  tx: Transaction<IdentityTables>,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<OrgRole | undefined> {
  const row = await tx
    .selectFrom('organization as o')
    .innerJoin('member as m', 'm.organizationId', 'o.id')
    .select('m.role')
    .where('o.id', '=', orgId)
    .where('m.userId', '=', userId)
    .forUpdate('o')
    .executeTakeFirst()
  return row?.role
}

/** The id of the org that has a slug. */
export async function findOrgId(db: Kysely<IdentityTables>, slug: string): Promise<string | undefined> {
  const org = await db.selectFrom('organization').select('id').where('slug', '=', slug).executeTakeFirst()
  return org?.id
}

/** Deletes an org; what hangs on it goes with it, and the trigger emits `org.deleted`. */
export async function deleteOrg(tx: Transaction<IdentityTables>, orgId: string): Promise<void> {
  await tx.deleteFrom('organization').where('id', '=', orgId).execute()
}

/** Removes orgs whose creation broke off before they had a member. */
export async function deleteOrphans(db: Kysely<IdentityTables>): Promise<void> {
  await db
    .deleteFrom('organization as o')
    .where('o.createdAt', '<', sql<Date>`now() - interval '10 minutes'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('member as m').select('m.id').whereRef('m.organizationId', '=', 'o.id'))),
    )
    .execute()
}
