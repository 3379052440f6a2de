import { waitingItemErrors } from '@atrium/contracts'
import { json, type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowKey } from '../database.ts'
import type { ReadOutcome, WaitingItems } from '../engine/index.ts'

/** Returns the versions of `ids` in completed runs. */
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

/** An item is often refused if steps in this many runs have refused it. */
export const oftenAttempts = 10

/** The number of often refused items in a run, because each offer may call a model again. */
const mostOftenRefused = 20

/**
 * Often refused items are offered once a day: a step that refuses all its items fails the run, so
 * a single bad item would otherwise fail every run.
 */
const oftenPause = sql<boolean>`updated_at <= now() - interval '1 day'`

const shownTitles = 3

/**
 * Returns a source's items to offer again, least recently offered first. Often refused items are
 * offered once a day and take turns.
 */
export async function findWaitingItems(
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  key: string,
  most: number,
): Promise<WaitingItems> {
  const rows = await db
    .selectFrom('read_items')
    .select(['external_id', 'title', 'attempts', oftenPause.as('hasPaused')])
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key, waiting: true }))
    .orderBy('updated_at')
    .orderBy('external_id')
    .limit(most)
    .execute()
  const often = rows.filter(({ attempts }) => attempts >= oftenAttempts)
  const again = new Set(often.filter(({ hasPaused }) => hasPaused).slice(0, mostOftenRefused))
  const later = new Set(often.filter((row) => !again.has(row)))
  return {
    due: rows.filter((row) => !later.has(row)).map(({ external_id }) => external_id),
    later: [...later].map(({ external_id }) => external_id),
    refusedOften: {
      count: often.length,
      titles: often.slice(0, shownTitles).map(({ title }) => title),
    },
  }
}

/** Returns a page of waiting items, those with the most attempts first. */
export const pageOfWaitingItems = (db: Db, { orgId, workflowId }: WorkflowKey, page: PageQuery) => {
  const rows = db
    .selectFrom('read_items')
    .select(['key as source', 'external_id', 'title', 'reason', 'attempts', 'updated_at'])
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, waiting: true }))
    .orderBy('attempts', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .orderBy('external_id')
  return readPage(db, rows, page)
}

export interface WaitingItemKey extends WorkflowKey {
  source: string
  externalId: string
}

/** Keeps the row, so the item counts as read. Throws `not_found`. */
export const letItemGo = async (
  tx: Transaction,
  { orgId, workflowId, source, externalId }: WaitingItemKey,
): Promise<void> =>
  void (await tx
    .updateTable('read_items')
    .set({ waiting: false, attempts: 0, reason: '' })
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key: source }))
    .where((eb) => eb.and({ external_id: externalId, waiting: true }))
    .returning('external_id')
    .executeTakeFirstOrThrow(() => waitingItemErrors.not_found()))

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

/** The item limit for each row in the statement's JSON, because each row is parsed in one step. */
const itemsAtOnce = 1_000

interface ReadRow {
  run_id: string
  key: string
  items: ReadOutcome['items']
  gone: readonly string[]
}

/** Splits a run's reads into bounded rows. */
export function readRows(runId: string, reads: readonly ReadOutcome[]): ReadRow[] {
  return reads.flatMap(({ key, items, gone }) => {
    const rows: ReadRow[] = gone.length === 0 ? [] : [{ run_id: runId, key, items: [], gone }]
    for (let at = 0; at < items.length; at += itemsAtOnce)
      rows.push({ run_id: runId, key, items: items.slice(at, at + itemsAtOnce), gone: [] })
    return rows
  })
}

/**
 * Builds statements over `done(id, org_id, workflow_id, status)`. They record what completed runs
 * have read, and the items refused in any run.
 */
export const settledReads = (rows: readonly ReadRow[]) => sql`
  given as (
    select d.org_id, d.workflow_id, g.key, g.items, g.gone
    from jsonb_to_recordset(${json(rows)}) as g(run_id text, key text, items jsonb, gone jsonb)
    join done d on d.id = g.run_id and d.status in ('completed', 'failed') and d.org_id is not null),
  forgotten as (
    delete from read_items r using given g, jsonb_array_elements_text(g.gone) as e(id)
    where r.workflow_id = g.workflow_id and r.org_id = g.org_id and r.key = g.key and r.external_id = e.id),
  kept as (
    insert into read_items as r (org_id, workflow_id, key, external_id, version, waiting, title, reason, attempts)
    select distinct on (g.workflow_id, g.key, i.id) g.org_id, g.workflow_id, g.key, i.id, i.version, i.waiting,
      coalesce(i.title, ''), coalesce(i.reason, ''), case when i.reason is null then 0 else 1 end
    from given g,
      jsonb_to_recordset(g.items) as i(id text, version text, waiting boolean, title text, reason text)
    order by g.workflow_id, g.key, i.id
    on conflict (workflow_id, key, external_id) do update
      set version = excluded.version, waiting = excluded.waiting, title = excluded.title,
        reason = case when excluded.waiting and excluded.reason = '' then r.reason else excluded.reason end,
        attempts = case when r.waiting and r.version = excluded.version then r.attempts else 0 end
          + excluded.attempts,
        updated_at = now())`
