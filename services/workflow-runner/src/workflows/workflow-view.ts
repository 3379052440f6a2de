import type { Workflow } from '@atrium/contracts'
import type { WorkflowRow } from '../database.ts'

type Listed = Omit<WorkflowRow, 'graph' | 'system_key'>

export const viewWithoutGraph = (row: Listed): Omit<Workflow, 'graph'> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  active: row.active,
  orgId: row.org_id ?? '',
  ownerId: row.owner_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** A workflow of the API. */
export const workflowView = (row: WorkflowRow): Workflow => ({ ...viewWithoutGraph(row), graph: row.graph })

/** The same as JSON, of a row whose graph is JSON text. */
export const workflowJson = (row: Listed & { graph: string }): string =>
  `${JSON.stringify(viewWithoutGraph(row)).slice(0, -1)},"graph":${row.graph}}`
