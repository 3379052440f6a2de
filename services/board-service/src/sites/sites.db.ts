import type { Selectable } from 'kysely'
import type { Db, SiteTable, SnapshotTable, Tx } from '../database.ts'

export type SiteRow = Selectable<SiteTable>
export type SnapshotRow = Selectable<SnapshotTable>

/** Undefined when the slug is taken. */
export async function insertSite(tx: Tx, row: SiteRow): Promise<SiteRow | undefined> {
  return tx
    .insertInto('sites')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateSite(tx: Tx, row: SiteRow): Promise<SiteRow> {
  const { id, org_id, ...rest } = row
  return tx
    .updateTable('sites')
    .set(rest)
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findSite(db: Db | Tx, orgId: string, id: string): Promise<SiteRow | undefined> {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
}

export async function lockSite(tx: Tx, orgId: string, id: string): Promise<SiteRow | undefined> {
  return tx
    .selectFrom('sites')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSites(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: SiteRow[]; total: number }> {
  const query = db.selectFrom('sites').where('org_id', '=', orgId)
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

export async function deleteSiteRow(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('sites').where('id', '=', id).where('org_id', '=', orgId).execute()
}

export async function findSnapshotKeys(tx: Tx, siteId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('site_snapshots')
    .select('asset_keys')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.asset_keys ?? []
}

export async function writeSnapshot(tx: Tx, row: SnapshotRow): Promise<void> {
  const { site_id: _, org_id: __, ...rest } = row
  await tx
    .insertInto('site_snapshots')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(rest))
    .execute()
}

/** The page behind a slug, when it is published. */
export async function findPublicPage(
  db: Db,
  slug: string,
): Promise<{ siteId: string; html: string; frozenAt: Date } | undefined> {
  return db
    .selectFrom('sites')
    .innerJoin('site_snapshots', 'site_snapshots.site_id', 'sites.id')
    .select(['sites.id as siteId', 'site_snapshots.html', 'site_snapshots.frozen_at as frozenAt'])
    .where('sites.slug', '=', slug)
    .where('sites.status', '=', 'published')
    .executeTakeFirst()
}
