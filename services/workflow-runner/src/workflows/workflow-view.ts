import { Workflow } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { WorkflowRow } from '../database.ts'

export type Listed = Omit<WorkflowRow, 'graph' | 'system_key' | 'folded'>

const view = createView(Workflow.omit({ graph: true, orgId: true, warnings: true }))
export const viewWithoutGraph = (row: Listed): Omit<Workflow, 'graph' | 'warnings'> => ({
  ...view(row),
  orgId: row.org_id ?? '',
})

export const workflowView = (row: WorkflowRow): Workflow => ({
  ...viewWithoutGraph(row),
  graph: row.graph,
})

/** Returns the workflow as JSON without parsing the row's graph text. */
export const workflowJson = (row: Listed & { graph: string }): string =>
  `${JSON.stringify(viewWithoutGraph(row)).slice(0, -1)},"graph":${row.graph}}`
