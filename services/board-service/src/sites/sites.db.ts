import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, SiteTable, SnapshotTable, Transaction } from '../database.ts'
import { orgRecords } from '../org-records.db.ts'

export type SiteRow = Selectable<SiteTable>

export const sites = orgRecords('sites', 'site')

/** Returns undefined if the slug is taken. */
export async function insertSite(tx: Transaction, row: SiteRow): Promise<SiteRow | undefined> {
  return tx
    .insertInto('sites')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findSnapshotKeys(
  tx: Transaction,
  orgId: string,
  siteId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('site_snapshots')
    .select(sql<string>`unnest(asset_keys)`.as('key'))
    .distinct()
    .where('site_id', '=', siteId)
    .where('org_id', '=', orgId)
    .execute()
  return rows.map((row) => row.key)
}

export async function insertSnapshot(
  tx: Transaction,
  row: Insertable<SnapshotTable>,
): Promise<void> {
  await tx.insertInto('site_snapshots').values(row).execute()
}

export async function findPublicPage(db: Db, slug: string) {
  return db
    .selectFrom('sites')
    .innerJoin('site_snapshots', 'site_snapshots.site_id', 'sites.id')
    .select(['site_snapshots.id as snapshotId', 'site_snapshots.html', 'sites.org_id as orgId'])
    .where('sites.slug', '=', slug)
    .where('sites.status', '=', 'published')
    .orderBy('site_snapshots.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
