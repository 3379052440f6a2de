import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, SiteTable, SnapshotTable, Transaction } from '../database.ts'
import { orgRecords } from '../org-records.db.ts'

export type SiteRow = Selectable<SiteTable>

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

/** The files of all snapshots of a site. */
export async function findSnapshotKeys(tx: Transaction, orgId: string, siteId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('site_snapshots')
    .select(sql<string>`unnest(asset_keys)`.as('key'))
    .distinct()
    .where('site_id', '=', siteId)
    .where('org_id', '=', orgId)
    .execute()
  return rows.map((row) => row.key)
}

export async function insertSnapshot(tx: Transaction, row: Insertable<SnapshotTable>): Promise<void> {
  await tx.insertInto('site_snapshots').values(row).execute()
}

/** The newest snapshot of a published site. */
export async function findPublicPage(db: Db, slug: string) {
  return db
    .selectFrom('sites')
    .innerJoin('site_snapshots', 'site_snapshots.site_id', 'sites.id')
    .select(['site_snapshots.id as snapshotId', 'site_snapshots.html'])
    .where('sites.slug', '=', slug)
    .where('sites.status', '=', 'published')
    .orderBy('site_snapshots.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of newest snapshots of a site that stay, and the moment since which others stay. */
export interface SnapshotAge {
  kept: number
  before: Date
}

/** Sites that have a snapshot to delete: the oldest one is old, and more than the kept ones are there. */
export const findSitesWithOldSnapshots = (db: Db, { kept, before }: SnapshotAge, limit: number) =>
  db
    .selectFrom('site_snapshots')
    .select((eb) => ['site_id', eb.fn.min('org_id').as('org_id')])
    .groupBy('site_id')
    .having((eb) => eb(eb.fn.countAll(), '>', kept))
    .having((eb) => eb(eb.fn.min('frozen_at'), '<', before))
    .limit(limit)
    .execute()

/** Holds a site until the transaction ends. False if it was deleted or another transaction holds it. */
export async function lockSiteIfThere(tx: Transaction, orgId: string, id: string): Promise<boolean> {
  const site = await tx
    .selectFrom('sites')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, id }))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return site !== undefined
}

export async function deleteOldSnapshots(
  tx: Transaction,
  { orgId, siteId }: { orgId: string; siteId: string },
  { kept, before }: SnapshotAge,
): Promise<void> {
  const snapshots = tx
    .selectFrom('site_snapshots')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, site_id: siteId }))
  await tx
    .deleteFrom('site_snapshots')
    .where((eb) => eb.and({ org_id: orgId, site_id: siteId }))
    .where('frozen_at', '<', before)
    .where('id', 'not in', snapshots.orderBy('id', 'desc').limit(kept))
    .execute()
}
