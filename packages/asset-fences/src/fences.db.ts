import { type Kysely, sql, type Transaction } from 'kysely'

/**
 * Holds the organisation's asset lock until the commit. Take it shared to add a reference,
 * exclusive to find out which keys are live.
 */
export async function lockAssets<DB>(
  tx: Transaction<DB>,
  service: string,
  orgId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`${service}.assets:${orgId}`}, 0))`.execute(tx)
}

/** Returns the keys with an unexpired fence. */
export async function findFenced<DB>(
  tx: Transaction<DB>,
  orgId: string,
  keys: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ asset_key: string }>`select distinct asset_key from asset_fences
    where org_id = ${orgId} and asset_key = any(${keys}::text[]) and until > ${now}`.execute(tx)
  return rows.map((row) => row.asset_key)
}

/** Fences keys until the given time. Repeating the call replaces the fences. */
export async function insertFences<DB>(
  tx: Transaction<DB>,
  fence: { orgId: string; releaseId: string; released: boolean; until: Date },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into asset_fences (asset_key, release_id, org_id, released, until)
    select key, ${fence.releaseId}, ${fence.orgId}, ${fence.released}, ${fence.until}
    from unnest(${[...keys].sort()}::text[]) as key
    on conflict (asset_key, release_id) do update
    set released = excluded.released, until = excluded.until`.execute(tx)
}

/** Removes the fences that a release has put on these keys. */
export async function deleteFences<DB>(
  tx: Transaction<DB>,
  releaseId: string,
  keys: readonly string[],
) {
  await sql`delete from asset_fences
    where release_id = ${releaseId} and asset_key = any(${keys}::text[])`.execute(tx)
}

/** Deletes expired fences. */
export async function deleteOldFences<DB>(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from asset_fences where until < ${now}`.execute(db)
}
