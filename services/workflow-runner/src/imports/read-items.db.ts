import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowKey } from '../database.ts'
import type { ReadOutcome } from '../engine/index.ts'

/** The versions of the items among `ids` that completed runs have read. */
export async function findReadItems(
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  key: string,
  ids: readonly string[],
): Promise<{ id: string; version: string }[]> {
  return db
    .selectFrom('read_items')
    .select(['external_id as id', 'version'])
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key }))
    .where(sql<boolean>`external_id = any(${[...ids]}::text[])`)
    .execute()
}

/** The ids of items that wait to be offered again; those that were offered the longest ago come first. */
export async function findWaitingItems(
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  key: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('read_items')
    .select('external_id')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key, waiting: true }))
    .orderBy('updated_at')
    .orderBy('external_id')
    .limit(most)
    .execute()
  return rows.map((row) => row.external_id)
}

export const deleteReadItems = async (
  tx: Transaction,
  { orgId, workflowId }: WorkflowKey,
  key: string | undefined,
): Promise<void> =>
  void (await tx
    .deleteFrom('read_items')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .execute())

/** The most items of one row of a statement's JSON, which is parsed in one step. */
const itemsAtOnce = 1_000

interface ReadRow {
  run_id: string
  key: string
  items: ReadOutcome['items']
  gone: readonly string[]
}

/** The reads of a run as rows of bounded size. */
export function readRows(runId: string, reads: readonly ReadOutcome[]): ReadRow[] {
  return reads.flatMap(({ key, items, gone }) => {
    const rows: ReadRow[] = gone.length === 0 ? [] : [{ run_id: runId, key, items: [], gone }]
    for (let at = 0; at < items.length; at += itemsAtOnce)
      rows.push({ run_id: runId, key, items: items.slice(at, at + itemsAtOnce), gone: [] })
    return rows
  })
}

/** Statements over `done(id, org_id, workflow_id, status)`: what completed runs have read. */
export const settledReads = (rows: readonly ReadRow[]) => sql`
  given as (
    select d.org_id, d.workflow_id, g.key, g.items, g.gone
    from jsonb_to_recordset(${json(rows)}) as g(run_id text, key text, items jsonb, gone jsonb)
    join done d on d.id = g.run_id and d.status = 'completed' and d.org_id is not null),
  forgotten as (
    delete from read_items r using given g, jsonb_array_elements_text(g.gone) as e(id)
    where r.workflow_id = g.workflow_id and r.org_id = g.org_id and r.key = g.key and r.external_id = e.id),
  kept as (
    insert into read_items as r (org_id, workflow_id, key, external_id, version, waiting)
    select distinct on (g.workflow_id, g.key, i.id) g.org_id, g.workflow_id, g.key, i.id, i.version, i.waiting
    from given g, jsonb_to_recordset(g.items) as i(id text, version text, waiting boolean)
    order by g.workflow_id, g.key, i.id
    on conflict (workflow_id, key, external_id) do update
      set version = excluded.version, waiting = excluded.waiting, updated_at = now())`
