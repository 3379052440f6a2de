import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return account !== undefined
}

export const listLiveSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'token', 'userId', 'activeOrganizationId', 'ipAddress', 'userAgent'])
    .select(['expiresAt', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()

/**
 * Deletes a user and all rows that refer to the user. The triggers emit `org.member_left`, and they
 * fail the statement if an org would lose its last owner.
 */
export async function deleteUser(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}

/** Returns the orgs that a user belongs to. */
export async function listOrgIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('organizationId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}
