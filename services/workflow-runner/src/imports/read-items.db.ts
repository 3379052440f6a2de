import { type WaitingItem, waitingItemErrors } from '@atrium/contracts'
import { json, type PageQuery, readPage } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction, WorkflowKey } from '../database.ts'
import type { ReadOutcome, WaitingItems } from '../engine/index.ts'

/** Returns the versions of `ids` that completed runs have read. */
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

/** An item is given up after steps of this many runs have refused it. */
export const mostAttempts = 10

/**
 * Returns the back-off in minutes: none for the first two retries, then 30 minutes, doubled each
 * time up to a day.
 */
const retryMinutes = (attempts: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`case when ${attempts} < 3 then 0 else least(30 * 2 ^ (${attempts} - 3), 1440) end`

const shownTitles = 3

/**
 * Returns the items of a source to offer again, least recently offered first. With `all`, items
 * whose next attempt is later are due too.
 */
export async function findWaitingItems(
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  key: string,
  { most, all }: { most: number; all: boolean },
): Promise<WaitingItems> {
  const own = db
    .selectFrom('read_items')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key }))
  const [rows, givenUp] = await Promise.all([
    own
      .select(['external_id', sql<boolean>`${sql.lit(all)} or due_at <= now()`.as('due')])
      .where('waiting', '=', true)
      .orderBy('updated_at')
      .orderBy('external_id')
      .limit(most)
      .execute(),
    own
      .select(['title', sql<string>`count(*) over ()`.as('count')])
      .where('given_up_at', 'is not', null)
      .orderBy('given_up_at', 'desc')
      .orderBy('external_id')
      .limit(shownTitles)
      .execute(),
  ])
  return {
    due: rows.filter(({ due }) => due).map(({ external_id }) => external_id),
    later: rows.filter(({ due }) => !due).map(({ external_id }) => external_id),
    givenUp: { count: Number(givenUp[0]?.count ?? 0), titles: givenUp.map(({ title }) => title) },
  }
}

const listed = sql<boolean>`(waiting or given_up_at is not null)`

/** Returns a page of waiting and given-up items, given-up items first. */
export const pageOfWaitingItems = (
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  { state, ...page }: PageQuery & { state?: WaitingItem['state'] | undefined },
) => {
  const rows = db
    .selectFrom('read_items')
    .select(['key as source', 'external_id', 'title', 'reason', 'attempts', 'updated_at'])
    .select([
      sql<
        WaitingItem['state']
      >`case when given_up_at is null then 'waiting' else 'given_up' end`.as('state'),
      sql<Date | null>`case when given_up_at is null then due_at end`.as('next_attempt_at'),
    ])
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .where(listed)
    .$if(state === 'waiting', (query) => query.where('waiting', '=', true))
    .$if(state === 'given_up', (query) => query.where('given_up_at', 'is not', null))
    .orderBy((eb) => eb('given_up_at', 'is', null))
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .orderBy('external_id')
  return readPage(rows, page)
}

export interface WaitingItemKey extends WorkflowKey {
  source: string
  externalId: string
}

const waitingItem = (tx: Transaction, { orgId, workflowId, source, externalId }: WaitingItemKey) =>
  tx
    .updateTable('read_items')
    .where((eb) =>
      eb.and({ org_id: orgId, workflow_id: workflowId, key: source, external_id: externalId }),
    )
    .where(listed)
    .returning('external_id')

const offered = { waiting: true, attempts: 0, due_at: sql<Date>`now()`, given_up_at: null }

/** Offers the item to the next run. Throws `not_found`. */
export const offerItemAgain = async (tx: Transaction, key: WaitingItemKey): Promise<void> =>
  void (await waitingItem(tx, key)
    .set(offered)
    .executeTakeFirstOrThrow(() => waitingItemErrors.not_found()))

/** Keeps the row, so the item counts as read. Throws `not_found`. */
export const letItemGo = async (tx: Transaction, key: WaitingItemKey): Promise<void> =>
  void (await waitingItem(tx, key)
    .set({ waiting: false, attempts: 0, reason: '', given_up_at: null })
    .executeTakeFirstOrThrow(() => waitingItemErrors.not_found()))

export const offerGivenUpItems = async (
  tx: Transaction,
  { orgId, workflowId }: WorkflowKey,
): Promise<void> =>
  void (await tx
    .updateTable('read_items')
    .set(offered)
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .where('given_up_at', 'is not', null)
    .execute())

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

/** The limit of items per row of the statement's JSON, because each row is parsed in one step. */
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
export const settledReads = (rows: readonly ReadRow[]) => {
  // An attempt before the item was due does not count, for example because a user pressed Run.
  const attempts = sql<number>`(case when r.waiting and r.version = excluded.version
    then r.attempts + case when r.due_at <= now() then excluded.attempts else 0 end
    else excluded.attempts end)`
  const isGivenUp = sql<boolean>`(excluded.waiting and ${attempts} >= ${mostAttempts})`
  return sql`
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
      set version = excluded.version, waiting = excluded.waiting and not ${isGivenUp}, title = excluded.title,
        reason = case when excluded.waiting and excluded.reason = '' then r.reason else excluded.reason end,
        attempts = ${attempts},
        due_at = case when excluded.attempts = 0 then now()
          when r.waiting and r.version = excluded.version and r.due_at > now() then r.due_at
          else now() + make_interval(mins => (${retryMinutes(attempts)})::integer) end,
        given_up_at = case when ${isGivenUp} then now() end, updated_at = now())`
}
