import { type UpdateWorkflow, workflowErrors } from '@atrium/contracts'
import { foldedContains, json, type PageQuery, readPage } from '@atrium/database'
import { type Insertable, sql } from 'kysely'
import { countRows } from '../count-alone.db.ts'
import type { Db, Transaction, WorkflowDatabase, WorkflowRow } from '../database.ts'

const selectWorkflow = (db: Db | Transaction, orgId: string, id: string) =>
  db
    .selectFrom('workflows')
    .selectAll()
    .where((eb) => eb.and({ id, org_id: orgId }))

/** Throws `not_found`. */
export const getWorkflow = (
  db: Db | Transaction,
  orgId: string,
  id: string,
): Promise<WorkflowRow> =>
  selectWorkflow(db, orgId, id).executeTakeFirstOrThrow(() => workflowErrors.not_found())

/** Locks a workflow until the transaction ends. Throws `not_found`. */
export const lockWorkflow = (tx: Transaction, orgId: string, id: string): Promise<WorkflowRow> =>
  selectWorkflow(tx, orgId, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => workflowErrors.not_found())

const withoutGraph = [
  'id',
  'org_id',
  'owner_id',
  'name',
  'description',
  'active',
  'callable_by',
  'folder',
  'tags',
  'error_workflow',
  'version',
  'created_at',
  'updated_at',
] as const

export interface WorkflowPage extends PageQuery {
  /** Each of these words must occur in the name or description, ignoring case and accents. */
  q?: string | undefined
  /** An empty text finds the workflows without a folder. */
  folder?: string | undefined
  /** Workflows must have all of these tags. */
  tag?: string | string[] | undefined
}

const listed = (
  db: Db,
  orgId: string,
  { q = '', folder, tag = [] }: Omit<WorkflowPage, keyof PageQuery>,
) =>
  db
    .selectFrom('workflows')
    .select(withoutGraph)
    .where('org_id', '=', orgId)
    .$if(folder !== undefined, (query) =>
      query.where('folder', 'is not distinct from', folder || null),
    )
    .$if(tag.length > 0, (query) => query.where(sql<boolean>`tags @> ${[tag].flat()}::text[]`))
    .where((eb) =>
      eb.and(
        q
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => foldedContains('folded', word)),
      ),
    )
    .orderBy('id', 'desc')

/**
 * Returns a page of workflows. Their graphs stay text, because a hundred large parsed graphs take
 * many times the memory.
 */
export const pageOfWorkflows = (db: Db, orgId: string, page: WorkflowPage) =>
  readPage(db, listed(db, orgId, page).select(sql<string>`graph::text`.as('graph')), page)

const nextFiring = sql<Date | null>`(select min(s.next_at) from schedules s where s.workflow_id = workflows.id)`

/** Returns a page of workflows without graphs, with their schedules' next firings. */
export const pageOfSummaries = (db: Db, orgId: string, page: WorkflowPage) =>
  readPage(db, listed(db, orgId, page).select(nextFiring.as('next_at')), page)

export const countActive = (db: Db | Transaction, orgId: string): Promise<number> =>
  countRows(db, sql`select from workflows where org_id = ${orgId} and active`)

export const insertWorkflow = (
  tx: Transaction,
  row: Insertable<WorkflowDatabase['workflows']>,
): Promise<WorkflowRow> =>
  tx.insertInto('workflows').values(row).returningAll().executeTakeFirstOrThrow()

export type WorkflowChanges = UpdateWorkflow & { ownerId?: string }

/**
 * Writes the given fields, leaves undefined ones as they are, and raises the version. Throws if the
 * workflow does not exist.
 */
export const saveWorkflow = (
  tx: Transaction,
  orgId: string,
  id: string,
  {
    name,
    description,
    graph,
    active,
    callableBy,
    errorWorkflow,
    folder,
    tags,
    ownerId,
  }: WorkflowChanges,
): Promise<WorkflowRow> =>
  tx
    .updateTable('workflows')
    .set({
      name,
      description,
      graph: graph === undefined ? undefined : json(graph),
      active,
      callable_by: callableBy,
      folder,
      tags,
      error_workflow: errorWorkflow,
      owner_id: ownerId,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where((eb) => eb.and({ id, org_id: orgId }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns unvalidated graphs by workflow id. Skips rows without a graph. */
export async function findGraphs(db: Db, orgId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'graph'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`jsonb_typeof(graph -> 'nodes') = 'array' and jsonb_typeof(graph -> 'edges') = 'array'`,
    )
    .execute()
  return new Map(rows.map(({ id, graph }) => [id, graph]))
}

export const scheduledPublishers = (db: Db | Transaction, orgId: string) =>
  db
    .selectFrom('workflows as w')
    .select('w.graph')
    .where('w.org_id', '=', orgId)
    .where('w.active', '=', true)
    .where(sql<boolean>`w.graph @> '{"nodes": [{"type": "publish"}]}'`)
    .where(sql<boolean>`exists (select 1 from schedules s where s.workflow_id = w.id)`)
    .execute()

/** Deletes a workflow with its schedules and bindings. The next sweep deletes its runs. */
export async function removeWorkflow(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('workflows').where('id', '=', id).execute()
  await tx.deleteFrom('watermarks').where('workflow_id', '=', id).execute()
  await tx.deleteFrom('workflow_imports').where('workflow_id', '=', id).execute()
  await tx.deleteFrom('ingestion_sync_cursors').where('workflow_id', '=', id).execute()
  await tx.deleteFrom('read_items').where('workflow_id', '=', id).execute()
}
