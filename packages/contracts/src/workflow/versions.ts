import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { byShortId, byVersion, CreatedAt, named, pageQuery } from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'
import { WorkflowGraph } from './graph.ts'
import { Workflow } from './workflow.ts'

const workflows = tagged('Workflows').org

/** The most graphs kept per workflow. The oldest are deleted first. */
export const maxWorkflowVersions = 500

export const WorkflowVersion = named('WorkflowVersion', {
  workflowId: z.string().describe('The workflow’s id.'),
  version: z.number().int().describe('The version’s number. The first is 1.'),
  graph: WorkflowGraph.describe('The graph as it was saved.'),
  authorId: z.string().describe('The id of the user who saved the version.'),
  restoredFrom: z
    .number()
    .int()
    .nullable()
    .describe('The version whose graph was saved again. Null for a new graph.'),
  createdAt: CreatedAt,
})
export type WorkflowVersion = z.output<typeof WorkflowVersion>

export const WorkflowVersionHeader = WorkflowVersion.omit({ graph: true }).meta({
  id: 'WorkflowVersionHeader',
})

const oneWorkflow = workflows.at('/api/workflows/{id}', byShortId)

export const listWorkflowVersions = oneWorkflow.get('listWorkflowVersions', '/versions', {
  sdk: 'workflows.versions',
  summary: 'The saved versions of a workflow, newest first, without their graphs',
  query: z.object(pageQuery),
  responses: page(WorkflowVersionHeader),
})

const version = workflows.at('/api/workflows/{id}/versions/{n}', byVersion)

export const getWorkflowVersion = version.get('getWorkflowVersion', '', {
  sdk: 'workflows.getVersion',
  summary: 'One saved version of a workflow',
  responses: ok('The version', WorkflowVersion),
  example: { params: { n: 1 } },
})

export const restoreWorkflowVersion = version.post('restoreWorkflowVersion', '/restore', {
  sdk: 'workflows.restoreVersion',
  summary: 'Restore a version',
  description:
    'The version’s graph is saved as the newest version, unless it is already the current one. The rules for changing a graph apply.',
  headers: ifMatch,
  responses: ok('The workflow', Workflow, etag),
  errors: ['precondition_failed', 'workflow_invalid'],
  example: { params: { n: 1 } },
})
