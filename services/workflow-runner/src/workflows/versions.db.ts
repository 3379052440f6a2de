import { maxWorkflowVersions, type WorkflowGraph, workflowErrors } from '@atrium/contracts'
import { type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowRow } from '../database.ts'

const selectVersions = (db: Db | Transaction, orgId: string, workflowId: string) =>
  db
    .selectFrom('workflow_versions')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))

/**
 * Adds a version of the graph unless the newest version is equal. The caller must have locked the
 * workflow. Returns the dropped versions' graphs.
 */
export async function recordVersion(
  tx: Transaction,
  { id, org_id: orgId }: Pick<WorkflowRow, 'id' | 'org_id'>,
  authorId: string,
  restoredFrom: number | null = null,
): Promise<WorkflowGraph[]> {
  if (orgId === null) return []
  const { rows } = await sql<{ version: number }>`
    insert into workflow_versions (workflow_id, version, org_id, graph, author_id, restored_from)
    select w.id, coalesce(v.version, 0) + 1, w.org_id, w.graph, ${authorId}, ${restoredFrom}::int
    from workflows w left join lateral (
      select version, graph from workflow_versions where workflow_id = w.id and org_id = w.org_id
        order by version desc limit 1) v on true
    where w.id = ${id} and w.org_id = ${orgId} and v.graph is distinct from w.graph
    returning version`.execute(tx)
  const [row] = rows
  if (row === undefined || row.version <= maxWorkflowVersions) return []
  const dropped = await tx
    .deleteFrom('workflow_versions')
    .where((eb) => eb.and({ workflow_id: id, org_id: orgId }))
    .where('version', '<=', row.version - maxWorkflowVersions)
    .returning('graph')
    .execute()
  return dropped.map(({ graph }) => graph)
}

export const pageOfVersions = (db: Db, orgId: string, workflowId: string, page: PageQuery) =>
  readPage(
    db,
    selectVersions(db, orgId, workflowId)
      .select(['workflow_id', 'version', 'author_id', 'restored_from', 'created_at'])
      .orderBy('version', 'desc'),
    page,
  )

export const listVersionGraphs = async (tx: Transaction, orgId: string, workflowId: string) => {
  const rows = await selectVersions(tx, orgId, workflowId).select('graph').execute()
  return rows.map(({ graph }) => graph)
}

/** Throws `not_found`. */
export const getVersion = (
  db: Db | Transaction,
  orgId: string,
  workflowId: string,
  version: number,
) =>
  selectVersions(db, orgId, workflowId)
    .selectAll()
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => workflowErrors.not_found({ message: 'Version not found' }))
