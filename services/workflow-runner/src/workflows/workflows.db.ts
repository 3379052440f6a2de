import type { WorkflowGraph } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { workflowErrors } from '../errors.ts'
import type { WorkflowRow } from './workflow-view.ts'

/** A workflow of the org. Throws `not_found`. */
export async function getWorkflow(db: Db, orgId: string, id: string): Promise<WorkflowRow> {
  const row = await db
    .selectFrom('workflows')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (row === undefined) throw workflowErrors.workflow_not_found()
  return row
}

/** The same, locked until the transaction ends. Throws `not_found`. */
export async function lockWorkflow(tx: Transaction, orgId: string, id: string): Promise<WorkflowRow> {
  const row = await tx
    .selectFrom('workflows')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw workflowErrors.workflow_not_found()
  return row
}

const withoutGraph = [
  'id',
  'org_id',
  'owner_id',
  'name',
  'description',
  'active',
  'version',
  'created_at',
  'updated_at',
] as const

/** A workflow whose graph stays the text that the database has. */
export type ListedRow = Pick<WorkflowRow, (typeof withoutGraph)[number]> & { graph: string }

/** A page of them; a hundred large graphs, parsed, would take many times the memory of their text. */
export async function pageOfWorkflows(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedRow[]; total: number }> {
  const rows = await db
    .selectFrom('workflows')
    .select(withoutGraph)
    .select(sql<string>`graph::text`.as('graph'))
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countWorkflows(db, orgId) }
}

export type SummaryRow = Pick<WorkflowRow, (typeof withoutGraph)[number]> & { next_at: Date | null }

/** The same without graphs, and with the next firing of each. */
export async function pageOfSummaries(
  db: Db,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const rows = await db
    .selectFrom('workflows')
    .select(withoutGraph)
    .select(
      sql<Date | null>`(select min(s.next_at) from schedules s where s.workflow_id = workflows.id)`.as(
        'next_at',
      ),
    )
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countWorkflows(db, orgId) }
}

async function countWorkflows(db: Db, orgId: string): Promise<number> {
  const { total } = await db
    .selectFrom('workflows')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export interface NewWorkflow {
  id: string
  orgId: string
  ownerId: string
  name: string
  description: string | null
  graph: WorkflowGraph
}

export const insertWorkflow = (tx: Transaction, workflow: NewWorkflow): Promise<WorkflowRow> =>
  tx
    .insertInto('workflows')
    .values({
      id: workflow.id,
      org_id: workflow.orgId,
      owner_id: workflow.ownerId,
      name: workflow.name,
      description: workflow.description,
      graph: json(workflow.graph),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export interface WorkflowChanges {
  name?: string | undefined
  description?: string | null | undefined
  graph?: WorkflowGraph | undefined
  active?: boolean | undefined
  ownerId?: string
}

export const saveWorkflow = (tx: Transaction, id: string, changes: WorkflowChanges): Promise<WorkflowRow> =>
  tx
    .updateTable('workflows')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.description === undefined ? {} : { description: changes.description }),
      ...(changes.graph === undefined ? {} : { graph: json(changes.graph) }),
      ...(changes.active === undefined ? {} : { active: changes.active }),
      ...(changes.ownerId === undefined ? {} : { owner_id: changes.ownerId }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A workflow's graph; undefined for what is gone or is no graph, since a row may hold anything. */
export async function findGraph(db: Db, orgId: string, id: string): Promise<WorkflowGraph | undefined> {
  const row = await db
    .selectFrom('workflows')
    .select('graph')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`jsonb_typeof(graph -> 'nodes') = 'array' and jsonb_typeof(graph -> 'edges') = 'array'`,
    )
    .executeTakeFirst()
  return row?.graph
}

/** The types of a workflow's nodes, however large its graph is; undefined when the org has no such workflow. */
export async function findNodeTypes(
  db: Db | Transaction,
  orgId: string,
  id: string,
): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('workflows')
    .select(sql<string[]>`jsonb_path_query_array(graph, '$.nodes[*].type')`.as('types'))
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.types
}

/** The org's active workflows that hold a `publish` node and have a schedule. */
export const scheduledPublishers = (
  db: Db | Transaction,
  orgId: string,
): Promise<Pick<WorkflowRow, 'graph'>[]> =>
  db
    .selectFrom('workflows as w')
    .select('w.graph')
    .where('w.org_id', '=', orgId)
    .where('w.active', '=', true)
    .where(sql<boolean>`w.graph @> '{"nodes": [{"type": "publish"}]}'`)
    .where(sql<boolean>`exists (select 1 from schedules s where s.workflow_id = w.id)`)
    .execute()

/** Notes that an org has had its workflow of a template; false when that was noted before. */
export async function markSeeded(
  tx: Transaction,
  seeded: { orgId: string; templateId: string; workflowId: string | null },
): Promise<boolean> {
  const row = await tx
    .insertInto('seeded_templates')
    .values({ org_id: seeded.orgId, template_id: seeded.templateId, workflow_id: seeded.workflowId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('org_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a workflow; its schedules and bindings go with it, its runs with the next sweep. */
export async function removeWorkflow(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('workflows').where('id', '=', id).execute()
  await tx.deleteFrom('watermarks').where('workflow_id', '=', id).execute()
  await tx.deleteFrom('workflow_imports').where('workflow_id', '=', id).execute()
}
