import { deleteOrgRows } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import { orgTables } from '../org-tables.ts'

export interface OrgRow {
  orgId: string
  ownerId: string
}

export async function writeOrg(
  tx: Transaction,
  { orgId, slug, ownerId }: { orgId: string; slug: string; ownerId: string },
): Promise<void> {
  const row = { slug, owner_id: ownerId }
  await tx
    .insertInto('orgs')
    .values({ org_id: orgId, ...row })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .execute()
}

export async function findOrgRow(db: Db, slugOrId: string): Promise<OrgRow | undefined> {
  return db
    .selectFrom('orgs')
    .select(['org_id as orgId', 'owner_id as ownerId'])
    .where((eb) => eb.or([eb('slug', '=', slugOrId), eb('org_id', '=', slugOrId)]))
    .executeTakeFirst()
}

/** Deletes every row of an org. Assets-service deletes its blobs. */
export async function purgeOrg(tx: Transaction, orgId: string): Promise<void> {
  await tx.deleteFrom('submissions').where('scope', '=', `quote:${orgId}`).execute()
  await deleteOrgRows(tx, orgTables, orgId)
}
