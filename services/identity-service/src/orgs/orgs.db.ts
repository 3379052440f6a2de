import { deleteOrgRows } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { orgTables } from '../org-tables.ts'

/**
 * Locks the org's row until the transaction ends, and returns the user's role. Returns undefined if
 * the user is no member.
 */
export async function lockOwnRole(
  tx: Transaction,
  { orgId, userId }: { orgId: string; userId: string },
) {
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

export async function findOrgId(db: Db, slug: string): Promise<string | undefined> {
  const org = await db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return org?.id
}

/**
 * False if the account has reached its limit: five living organisations, or ten created in a day.
 */
export async function mayCreateOrg(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{
    living: string
    today: string
  }>`select * from created_orgs(${userId})`.execute(db)
  const [created] = rows
  return created === undefined || (Number(created.living) < 5 && Number(created.today) < 10)
}

/** Deletes an org and all rows that refer to it. The trigger emits `org.deleted`. */
export async function deleteOrg(tx: Transaction, orgId: string): Promise<void> {
  await deleteOrgRows(tx, orgTables, orgId)
  await tx.deleteFrom('organization').where('id', '=', orgId).execute()
}
