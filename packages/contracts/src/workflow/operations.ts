import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { byShortId, named, pageQuery, pageSchema } from '../core/schemas.ts'
import { accepted, eventStream, listed, ok, tagged } from '../core/tagged.ts'
import { NodeDescriptor } from './descriptor.ts'
import { WorkflowEventType } from './fields.ts'
import { WorkflowJson } from './graph.ts'
import { RunHeader, RunView } from './run.ts'
import { suppliesGraph } from './supplies-graph.ts'
import {
  CreateWorkflow,
  UpdateWorkflow,
  Workflow,
  WorkflowSummary,
  WorkflowTemplate,
} from './workflow.ts'

const workflows = tagged('Workflows')

const byRun = byShortId.extend({ runId: z.string().max(200).describe('The run’s id.') })
const workflow = workflows.org.resource('/api/workflows', byShortId, 'The workflow', Workflow, etag)

export const listNodes = workflows.org.get('listNodes', '/api/workflows/nodes', {
  sdk: 'workflows.listNodes',
  summary: 'The available node types',
  responses: listed('The node types of this deployment.', NodeDescriptor),
})

export const listEventTypes = workflows.org.get('listEventTypes', '/api/workflows/event-types', {
  sdk: 'workflows.listEventTypes',
  summary: 'The events that can start a run',
  responses: listed('The event types of all parts of the platform.', WorkflowEventType),
})

export const listWorkflowTemplates = workflows.org.get(
  'listWorkflowTemplates',
  '/api/workflows/templates',
  {
    sdk: 'workflows.listTemplates',
    summary: 'Templates for new workflows, if all their nodes are available',
    responses: listed('The templates whose nodes this deployment has.', WorkflowTemplate),
  },
)

export const listWorkflows = workflow.list(
  'listWorkflows',
  pageSchema(z.union([Workflow, WorkflowSummary])),
  {
    sdk: 'workflows.list',
    summary: 'Workflows of the organisation, newest first',
    description:
      '`view=summary` leaves out the graphs, and adds the next run, the last run and the problems.',
    query: z.object({
      ...pageQuery,
      view: z.enum(['full', 'summary']).default('full').describe('The form of the records.'),
      q: z
        .string()
        .max(200)
        .optional()
        .describe('Words in the name or description, ignoring case and accents.'),
      folder: z
        .string()
        .max(200)
        .optional()
        .describe('Only the workflows in this folder. An empty text finds those without a folder.'),
      tag: z
        .union([z.string().max(100), z.array(z.string().max(100)).max(50)])
        .optional()
        .describe('Only the workflows with this tag. Repeat it to match all of several tags.'),
    }),
    example: { query: { view: 'summary', limit: 10 } },
  },
)

const WorkflowLabel = named('WorkflowLabel', {
  name: z.string().describe('The folder or tag.'),
  workflows: z.number().int().describe('The number of workflows in the folder or with the tag.'),
})

export const listWorkflowLabels = workflows.org.get('listWorkflowLabels', '/api/workflows/labels', {
  sdk: 'workflows.labels',
  summary: 'The folders and tags of the organisation’s workflows',
  responses: ok(
    'The folders and tags by name',
    z.object({
      folders: z
        .array(WorkflowLabel)
        .describe('The folders that hold a workflow, by name, at most 1,000.'),
      tags: z
        .array(WorkflowLabel)
        .describe('The tags of at least one workflow, by name, at most 1,000.'),
    }),
  ),
})

export const createWorkflow = workflow.create('createWorkflow', {
  sdk: 'workflows.create',
  summary: 'Create a workflow, always inactive',
  description:
    'A graph with problems can be saved, because it is only checked when the workflow is activated.',
  body: CreateWorkflow,
  errors: ['workflow_not_callable'],
  example: {
    body: {
      name: 'Check the supplies',
      description: 'Plans a check for each card about supplies',
      graph: suppliesGraph('Check: {{ $json.title }}'),
      folder: 'Bakery',
      tags: ['supplies'],
    },
  },
})

export const getWorkflow = workflow.get('getWorkflow', {
  sdk: 'workflows.get',
  summary: 'One workflow',
})

export const updateWorkflow = workflow.update('updateWorkflow', {
  sdk: 'workflows.update',
  summary: 'Change, activate or deactivate a workflow',
  headers: ifMatch,
  body: UpdateWorkflow,
  description:
    'To activate a workflow that issues invoices or moves money, or to change it while it is active, you must be an owner or admin, and you become its owner. Only the workflow’s owner can set `callableBy`.',
  errors: ['precondition_failed', 'workflow_invalid', 'workflow_not_callable', 'plan_limit'],
  example: {
    body: {
      active: true,
      graph: suppliesGraph('Is it there? {{ $json.title }}'),
    },
  },
})

export const deleteWorkflow = workflow.delete('deleteWorkflow', {
  sdk: 'workflows.delete',
  summary: 'Delete a workflow with its schedules and runs',
  headers: ifMatch,
  errors: ['precondition_failed'],
  example: { params: { id: '{reading.id}' } },
})

export const listRuns = workflow.one.get('listRuns', '/runs', {
  sdk: 'workflows.listRuns',
  summary: 'Run headers, newest first, at most 25',
  query: z.object({
    before: z
      .string()
      .regex(/^run_[0-9a-f]{32}$/, { error: 'Choose a run' })
      .optional()
      .describe('The id of the last run on the previous page.'),
  }),
  responses: listed('The run headers, newest first, at most 25.', RunHeader),
})

export const getLatestRun = workflow.one.get('getLatestRun', '/runs/latest', {
  sdk: 'workflows.latestRun',
  summary: 'The most recent completed run with its nodes',
  responses: ok('The run', RunView),
})

const oneRun = workflows.org.at('/api/workflows/{id}/runs/{runId}', byRun)

export const getRun = oneRun.get('getRun', '', {
  sdk: 'workflows.getRun',
  summary: 'One run with its nodes',
  responses: ok('The run', RunView),
  example: { params: { runId: '{runWorkflow.runId}' } },
})

export const watchRun = oneRun.get('watchRun', '/events', {
  sdk: null,
  summary: 'Server-sent events `run` and `node` until the run ends',
  responses: eventStream,
  example: { params: { runId: '{runWorkflow.runId}' } },
})

export const runWorkflow = workflow.one.post('runWorkflow', '/run', {
  sdk: 'workflows.run',
  summary: 'Start a run. If one is already queued, it is returned',
  description: 'If the workflow issues invoices or moves money, you must be an owner or admin.',
  body: z.strictObject({
    input: WorkflowJson.optional().describe(
      'The values of the item that the manual trigger emits. Empty by default.',
    ),
  }),
  bodyOptional: true,
  idempotent: true,
  responses: accepted(
    'The queued run',
    z.object({
      runId: z.string().describe('The run’s id.'),
      alreadyPending: z
        .boolean()
        .describe('True if the run was already queued before this request.'),
      run: RunView.describe('The queued run.'),
    }),
  ),
  errors: ['plan_limit'],
  example: { body: {} },
})

export const cancelRun = oneRun.post('cancelRun', '/cancel', {
  sdk: 'workflows.cancelRun',
  summary: 'Stop a queued or running run',
  responses: ok('The cancelled run', RunView),
  errors: ['run_finished'],
  example: { params: { id: '{long.id}', runId: '{long.runId}' } },
})

export const runAgain = oneRun.post('runAgain', '/again', {
  sdk: 'workflows.runAgain',
  summary: 'Run again from a node with the same items',
  description:
    'Starts at the first node that failed unless you name another. The new run uses the saved graph, and the nodes before the start keep their outputs. 409 `items_not_kept` if the items are no longer stored in full.',
  body: z.strictObject({
    node: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The id of the node to start at. By default the first that failed.'),
  }),
  bodyOptional: true,
  idempotent: true,
  responses: accepted(
    'The queued run',
    z.object({
      runId: z.string().describe('The run’s id.'),
      run: RunView.describe('The queued run.'),
    }),
  ),
  errors: ['run_unfinished', 'items_not_kept', 'plan_limit'],
  example: { params: { runId: '{runWorkflow.runId}' }, body: { node: 'plan' } },
})
