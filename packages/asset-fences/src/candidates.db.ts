import { type Kysely, sql, type Transaction } from 'kysely'

/**
 * Queues keys for the release routine, or queues them again. Sorts them so that two writers cannot
 * deadlock.
 */
export async function insertCandidates<DB>(
  tx: Transaction<DB>,
  orgId: string,
  keys: readonly string[],
  now: Date,
) {
  await sql`insert into release_candidates (org_id, asset_key, due_at)
    select ${orgId}, key, ${now} from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (org_id, asset_key) do update
    set generation = release_candidates.generation + 1, due_at = excluded.due_at, attempts = 0`.execute(
    tx,
  )
}

export interface Candidate {
  org_id: string
  asset_key: string
  attempts: number
  generation: string
}

/** Leases due candidates for one round, until `again`. */
export async function claimCandidates<DB>(
  db: Kysely<DB>,
  now: Date,
  again: Date,
  limit: number,
): Promise<Candidate[]> {
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

// Skips rows locked by another transaction, because that transaction is queueing them again. This
// also avoids deadlocks.
const sameGeneration = (candidates: readonly Candidate[]) => sql`
  select c.org_id, c.asset_key from release_candidates c
  join unnest(
    ${candidates.map((one) => one.org_id)}::text[],
    ${candidates.map((one) => one.asset_key)}::text[],
    ${candidates.map((one) => one.generation)}::bigint[]
  ) as done (org_id, asset_key, generation)
  on c.org_id = done.org_id and c.asset_key = done.asset_key and c.generation = done.generation
  for update of c skip locked`

/** Deletes decided candidates, unless they were queued again in the meantime. */
export async function deleteCandidates<DB>(
  db: Kysely<DB>,
  candidates: readonly Candidate[],
): Promise<void> {
  if (candidates.length === 0) return
  await sql`with done as (${sameGeneration(candidates)})
    delete from release_candidates c using done
    where c.org_id = done.org_id and c.asset_key = done.asset_key`.execute(db)
}

/** Postpones candidates, unless they were queued again in the meantime. */
export async function deferCandidates<DB>(
  db: Kysely<DB>,
  candidates: readonly Candidate[],
  due: Date,
): Promise<void> {
  if (candidates.length === 0) return
  await sql`with done as (${sameGeneration(candidates)})
    update release_candidates c set due_at = ${due} from done
    where c.org_id = done.org_id and c.asset_key = done.asset_key`.execute(db)
}
