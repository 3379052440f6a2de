import { importErrors } from '@atrium/contracts'
import { type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowKey } from '../database.ts'

export const pageOfImports = (
  db: Db,
  { orgId, workflowId }: WorkflowKey,
  {
    verdict,
    source,
    ...page
  }: PageQuery & { verdict?: string | undefined; source?: string | undefined },
) => {
  const rows = db
    .selectFrom('workflow_imports')
    .select(['source', 'external_id', 'verdict', 'run_id', 'created_at'])
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict ?? ''))
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('source')
    .orderBy('external_id')
  return readPage(db, rows, page)
}

/** Throws `not_found`. */
export const deleteImport = async (
  tx: Transaction,
  { orgId, workflowId }: WorkflowKey,
  source: string,
  externalId: string,
): Promise<void> =>
  void (await tx
    .deleteFrom('workflow_imports')
    .where((eb) =>
      eb.and({ org_id: orgId, workflow_id: workflowId, source, external_id: externalId }),
    )
    .returning('external_id')
    .executeTakeFirstOrThrow(() => importErrors.not_found()))

export const findToken = async (db: Db, { orgId, workflowId }: WorkflowKey, key: string) => {
  const row = await db
    .selectFrom('ingestion_sync_cursors')
    .select('token')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId, key }))
    .executeTakeFirst()
  return row?.token
}

/** Stores a sync token for a run, unless the run or its workflow was deleted. */
export async function saveToken(
  tx: Transaction,
  { orgId, workflowId, runId }: WorkflowKey & { runId: string },
  key: string,
  token: string,
): Promise<void> {
  await sql`
    with run as (select id from runs where id = ${runId} and org_id = ${orgId} for key share),
    flow as (select id from workflows where id = ${workflowId} and org_id = ${orgId} for key share)
    insert into ingestion_sync_cursors (org_id, workflow_id, key, token)
    select ${orgId}, ${workflowId}, ${key}, ${token} where exists (select from run) and exists (select from flow)
    on conflict (org_id, workflow_id, key) do update set token = excluded.token, updated_at = now()`.execute(
    tx,
  )
}

export const deleteTokens = async (
  tx: Transaction,
  { orgId, workflowId }: WorkflowKey,
  key: string | undefined,
): Promise<void> =>
  void (await tx
    .deleteFrom('ingestion_sync_cursors')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .execute())

/**
 * Deletes the workflow's watermarks, or only the one under `key`. Watermarks belong to their
 * workflow's organisation.
 */
export const deleteWatermarks = async (
  tx: Transaction,
  { orgId, workflowId }: WorkflowKey,
  key: string | undefined,
): Promise<void> =>
  void (await tx
    .deleteFrom('watermarks')
    .where('workflow_id', 'in', (eb) =>
      eb
        .selectFrom('workflows')
        .select('id')
        .where((own) => own.and({ id: workflowId, org_id: orgId })),
    )
    .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
    .execute())

export interface CursorRow {
  kind: 'watermark' | 'calendar'
  key: string
  value: unknown
  updated_at: Date
}

export async function allCursors(db: Db, { orgId, workflowId }: WorkflowKey): Promise<CursorRow[]> {
  const { rows } = await sql<CursorRow>`
    select 'watermark' as kind, m.key, m.value, m.updated_at from watermarks m join workflows w on w.id = m.workflow_id
      where m.workflow_id = ${workflowId} and w.org_id = ${orgId}
    union all
    select 'calendar', key, to_jsonb(token), updated_at from ingestion_sync_cursors
      where org_id = ${orgId} and workflow_id = ${workflowId}
    order by 1 desc, 2`.execute(db)
  return rows
}
