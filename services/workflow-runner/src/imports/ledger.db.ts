import { json } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { RunKey } from '../runs/read-runs.ts'

export interface LedgerId {
  at: number
  id: string
  verdict: string
}

const givenIds = (ids: readonly LedgerId[]): RawBuilder<unknown> =>
  sql`(select at, id, verdict from jsonb_to_recordset(${json(ids)}) as g(at int, id text, verdict text))`

const liveClaim = sql<boolean>`exists (select from runs r where r.id = i.run_id and r.finished_at is null)`

export async function findVerdicts(
  db: Db,
  { orgId, workflowId }: RunKey,
  source: string,
  ids: readonly LedgerId[],
): Promise<{ at: number; verdict: string }[]> {
  const { rows } = await sql<{ at: number; verdict: string }>`
    select g.at, i.verdict from ${givenIds(ids)} g join workflow_imports i on i.external_id = g.id
    where i.org_id = ${orgId} and i.workflow_id = ${workflowId} and i.source = ${source}
      and (i.verdict <> 'pending' or ${liveClaim})`.execute(db)
  return rows
}

// The locks keep the run and its workflow until the commit, so a concurrent deletion finds the new
// rows. Sorting the ids prevents deadlocks between runs.
const write = (
  { orgId, workflowId, runId }: RunKey,
  source: string,
  ids: readonly LedgerId[],
  replaceable: RawBuilder<boolean>,
) => sql<{ at: number }>`
  with run as (select id from runs where id = ${runId} and org_id = ${orgId} for key share),
  flow as (select id from workflows where id = ${workflowId} and org_id = ${orgId} for key share),
  given as ${givenIds(ids)},
  written as (
    insert into workflow_imports as i (org_id, workflow_id, source, external_id, verdict, run_id)
    select ${orgId}, ${workflowId}, ${source}, g.id, g.verdict, ${runId}
    from (select distinct on (id) id, verdict from given order by id, at) g
    where exists (select from run) and (${workflowId.startsWith('internal:')} or exists (select from flow))
    on conflict (org_id, workflow_id, source, external_id) do update
      set verdict = excluded.verdict, run_id = excluded.run_id, created_at = now()
      where i.verdict = 'pending' and (i.run_id = excluded.run_id or ${replaceable})
    returning external_id)
  select g.at from given g join written w on w.external_id = g.id`

/**
 * Records verdicts for a run, without replacing earlier verdicts. Returns the indexes of the new
 * ones.
 */
export async function insertVerdicts(
  tx: Transaction,
  key: RunKey,
  source: string,
  ids: readonly LedgerId[],
) {
  const { rows } = await write(key, source, ids, sql<boolean>`true`).execute(tx)
  return rows.map(({ at }) => at)
}

/**
 * Claims ids for a run, unless another unfinished or completed run has them. Returns the indexes of
 * the claimed ids.
 */
export async function claimIds(
  tx: Transaction,
  key: RunKey,
  source: string,
  ids: readonly LedgerId[],
) {
  const { rows } = await write(key, source, ids, sql<boolean>`not ${liveClaim}`).execute(tx)
  return rows.map(({ at }) => at)
}

export const settledClaims = sql`
  update workflow_imports i set verdict = 'passed' from done d
  where i.run_id = d.id and i.verdict = 'pending' and d.status = 'completed'`
