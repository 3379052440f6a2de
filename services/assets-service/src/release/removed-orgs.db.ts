import type { Db } from '../database.ts'

export async function markOrgRemoved(db: Db, orgId: string): Promise<void> {
  await db
    .insertInto('removed_orgs')
    .values({ org_id: orgId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isOrgRemoved(db: Db, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('removed_orgs')
    .select('org_id')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row !== undefined
}
