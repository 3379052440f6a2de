import type { Selectable } from 'kysely'
import type { Db, SiteTable, SnapshotTable, Transaction } from '../database.ts'
import { orgRecords } from '../org-records.db.ts'

export type SiteRow = Selectable<SiteTable>
export type SnapshotRow = Selectable<SnapshotTable>

export const sites = orgRecords('sites', 'site')

/** Undefined when the slug is taken. */
export async function insertSite(tx: Transaction, row: SiteRow): Promise<SiteRow | undefined> {
  return tx
    .insertInto('sites')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findSnapshotKeys(tx: Transaction, orgId: string, siteId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('site_snapshots')
    .select('asset_keys')
    .where('site_id', '=', siteId)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.asset_keys ?? []
}

export async function writeSnapshot(tx: Transaction, row: SnapshotRow): Promise<void> {
  const { site_id: _, org_id: __, ...rest } = row
  await tx
    .insertInto('site_snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(rest))
    .execute()
}

export async function findPublicPage(db: Db, slug: string) {
  return db
    .selectFrom('sites')
    .innerJoin('site_snapshots', 'site_snapshots.site_id', 'sites.id')
    .select(['sites.id as siteId', 'site_snapshots.html', 'site_snapshots.frozen_at as frozenAt'])
    .where('sites.slug', '=', slug)
    .where('sites.status', '=', 'published')
    .executeTakeFirst()
}
