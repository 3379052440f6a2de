import type { Workflow } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { WorkflowDatabase } from '../database.ts'

export type WorkflowRow = Selectable<WorkflowDatabase['workflows']>

/** A workflow as it is answered. */
export const workflowView = (row: WorkflowRow): Workflow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  graph: row.graph,
  active: row.active,
  orgId: row.org_id ?? '',
  ownerId: row.owner_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
