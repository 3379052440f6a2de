import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'

export interface OrgRow {
  orgId: string
  ownerId: string
}

export async function writeOrg(tx: Tx, row: { orgId: string; slug: string; ownerId: string }): Promise<void> {
  await tx
    .insertInto('orgs')
    .values({ org_id: row.orgId, slug: row.slug, owner_id: row.ownerId })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ slug: row.slug, owner_id: row.ownerId }),
    )
    .execute()
}

export async function findOrgRow(db: Db, slugOrId: string): Promise<OrgRow | undefined> {
  return db
    .selectFrom('orgs')
    .select(['org_id as orgId', 'owner_id as ownerId'])
    .where((eb) => eb.or([eb('slug', '=', slugOrId), eb('org_id', '=', slugOrId)]))
    .executeTakeFirst()
}

// Children before what they refer to.
const owned = [
  'site_snapshots',
  'sites',
  'template_instances',
  'templates',
  'timeline_entries',
  'posts',
  'tasks',
  'release_candidates',
  'asset_fences',
  'mail_queue',
  'orgs',
] as const

/** Deletes everything of an org, whatever points at what; its blobs are removed outright by assets-service. */
export async function deleteOrgRows(tx: Tx, orgId: string): Promise<void> {
  await tx.deleteFrom('submissions').where('scope', '=', `quote:${orgId}`).execute()
  for (const table of owned) {
    await sql`delete from ${sql.table(table)} where org_id = ${orgId}`.execute(tx)
  }
}
