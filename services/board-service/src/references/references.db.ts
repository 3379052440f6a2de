import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Holds the org's asset lock until the commit: shared to add a reference, exclusive for a liveness answer. */
export async function lockAssets(tx: Transaction, orgId: string, mode: 'shared' | 'exclusive') {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`board.assets:${orgId}`}, 0))`.execute(tx)
}

export async function findFenced(tx: Transaction, orgId: string, keys: readonly string[], now: Date) {
  const rows = await tx
    .selectFrom('asset_fences')
    .select('asset_key')
    .distinct()
    .where('org_id', '=', orgId)
    .where('asset_key', '=', sql<string>`any(${keys}::text[])`)
    .where('until', '>', now)
    .execute()
  return rows.map((row) => row.asset_key)
}

export async function findReferences(db: Db, taskIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('asset_references')
    .select('asset_key')
    .distinct()
    .where('task_id', '=', sql<string>`any(${taskIds}::text[])`)
    .execute()
  return rows.map((row) => row.asset_key)
}

/** The files of items that a card of the organisation names. */
export async function findLiveFiles(db: Db, orgId: string, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('asset_references as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .select('r.asset_key')
    .distinct()
    .where('t.org_id', '=', orgId)
    .where('r.asset_key', '=', sql<string>`any(${fileIds}::text[])`)
    .execute()
  return rows.map((row) => row.asset_key)
}

/** The asset keys of all entries of a card's timeline. */
export async function findTimelineKeys(tx: Transaction, orgId: string, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(asset_keys) as key from timeline_entries
    where task_id = ${taskId} and org_id = ${orgId} and asset_keys <> '{}'`.execute(tx)
  return rows.map((row) => row.key)
}

export async function insertReferences(tx: Transaction, taskId: string, keys: readonly string[]) {
  await tx
    .insertInto('asset_references')
    .values(keys.map((asset_key) => ({ asset_key, task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteReferences(tx: Transaction, taskId: string, keys: readonly string[]) {
  await tx
    .deleteFrom('asset_references')
    .where('task_id', '=', taskId)
    .where('asset_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
}

/** Queues keys for the release routine, or queues them again; sorted, so that two writers cannot deadlock. */
export async function insertCandidates(tx: Transaction, orgId: string, keys: readonly string[], now: Date) {
  await sql`insert into release_candidates (org_id, asset_key, due_at)
    select ${orgId}, key, ${now} from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (org_id, asset_key) do update
    set generation = release_candidates.generation + 1, due_at = excluded.due_at, attempts = 0`.execute(tx)
}

export interface Candidate {
  org_id: string
  asset_key: string
  attempts: number
  generation: string
}

/** Takes due candidates for one round under a lease until `again`. */
export async function claimCandidates(db: Db, now: Date, again: Date, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    update release_candidates c set due_at = ${again}, attempts = c.attempts + 1
    from (
      select org_id, asset_key from release_candidates where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    ) due
    where c.org_id = due.org_id and c.asset_key = due.asset_key
    returning c.org_id, c.asset_key, c.attempts, c.generation::text`.execute(db)
  return rows
}

// A row that another transaction holds is being queued again; skipping it is right and cannot deadlock.
const sameGeneration = (candidates: readonly Candidate[]) => sql`
  select c.org_id, c.asset_key from release_candidates c
  join unnest(
    ${candidates.map((one) => one.org_id)}::text[],
    ${candidates.map((one) => one.asset_key)}::text[],
    ${candidates.map((one) => one.generation)}::bigint[]
  ) as done (org_id, asset_key, generation)
  on c.org_id = done.org_id and c.asset_key = done.asset_key and c.generation = done.generation
  for update of c skip locked`

/** Deletes candidates whose round is decided, unless they were queued again meanwhile. */
export async function deleteCandidates(db: Db, candidates: readonly Candidate[]): Promise<void> {
  if (candidates.length === 0) return
  await sql`with done as (${sameGeneration(candidates)})
    delete from release_candidates c using done
    where c.org_id = done.org_id and c.asset_key = done.asset_key`.execute(db)
}

/** Puts candidates off, unless they were queued again meanwhile. */
export async function deferCandidates(db: Db, candidates: readonly Candidate[], due: Date): Promise<void> {
  if (candidates.length === 0) return
  await sql`with done as (${sameGeneration(candidates)})
    update release_candidates c set due_at = ${due} from done
    where c.org_id = done.org_id and c.asset_key = done.asset_key`.execute(db)
}

export async function insertFences(
  tx: Transaction,
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

export async function deleteFences(tx: Transaction, releaseId: string, keys: readonly string[]) {
  await tx
    .deleteFrom('asset_fences')
    .where('release_id', '=', releaseId)
    .where('asset_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
}

export async function deleteOldFences(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('asset_fences').where('until', '<', now).execute()
}
