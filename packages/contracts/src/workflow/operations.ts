import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { byShortId, GivenName, named, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'
import { accepted, eventStream, listed, ok, tagged } from '../core/tagged.ts'
import { NodeDescriptor } from './descriptor.ts'
import { WorkflowGraph, WorkflowGraphInput, WorkflowJson } from './graph.ts'
import { RunHeader, RunView, WorkflowFix } from './run.ts'

const workflows = tagged('Workflows')

/** Whose runs may call a workflow: the owner's or every member's. */
export const callers = ['owner', 'members'] as const

/** A problem that keeps a workflow from working. It does not prevent activation. */
export const WorkflowWarning = named('WorkflowWarning', {
  code: z.enum(['no_model']),
  message: z.string(),
  fix: WorkflowFix,
})
export type WorkflowWarning = z.output<typeof WorkflowWarning>

export const Workflow = named('Workflow', {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  graph: WorkflowGraph,
  active: z.boolean(),
  orgId: z.string(),
  ownerId: z.string(),
  callableBy: z.enum(callers),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  warnings: z.array(WorkflowWarning).optional(),
})
export type Workflow = z.output<typeof Workflow>

/** A workflow without its graph, for lists. */
export const WorkflowSummary = Workflow.omit({ graph: true, warnings: true })
  .extend({
    /** When the workflow's schedule fires next. */
    nextRunAt: Timestamp.nullable(),
    lastRun: RunHeader.nullable(),
    /** Why the workflow cannot be activated, at most 20 reasons. */
    problems: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })),
  })
  .meta({ id: 'WorkflowSummary' })
export type WorkflowSummary = z.output<typeof WorkflowSummary>

const Description = z.string().max(5_000).nullable()

export const CreateWorkflow = z.strictObject({
  name: GivenName,
  description: Description.optional(),
  graph: WorkflowGraphInput,
  /** Ignored, because a new workflow is never active. */
  active: z.boolean().optional(),
  callableBy: z.enum(callers).optional(),
})
export type CreateWorkflow = z.output<typeof CreateWorkflow>

export const UpdateWorkflow = CreateWorkflow.partial()
export type UpdateWorkflow = z.output<typeof UpdateWorkflow>

const byRun = byShortId.extend({ runId: z.string().max(200) })
const workflow = workflows.org.resource('/api/workflows', byShortId, 'The workflow', Workflow, etag)

export const listNodes = workflows.org.get('listNodes', '/api/workflows/nodes', {
  sdk: 'workflows.listNodes',
  summary: 'The nodes that can be drawn here',
  responses: listed('Registered descriptors', NodeDescriptor),
})

export const WorkflowEventType = named('WorkflowEventType', {
  type: z.string(),
  description: z.string(),
  payload: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
})

export const listEventTypes = workflows.org.get('listEventTypes', '/api/workflows/event-types', {
  sdk: 'workflows.listEventTypes',
  summary: 'The domain events that can start a run',
  responses: listed('The catalog with payload fields', WorkflowEventType),
})

export const templateGroups = ['posts', 'clients', 'inbox', 'housekeeping'] as const
export type TemplateGroup = (typeof templateGroups)[number]

export const WorkflowTemplate = named('WorkflowTemplate', {
  id: z.string(),
  group: z.enum(templateGroups),
  name: z.string(),
  description: z.string(),
  graph: WorkflowGraph,
})
export type WorkflowTemplate = z.output<typeof WorkflowTemplate>

export const listWorkflowTemplates = workflows.org.get(
  'listWorkflowTemplates',
  '/api/workflows/templates',
  {
    sdk: 'workflows.listTemplates',
    summary: 'Starting graphs to clone, filtered to the registered nodes',
    responses: listed('Templates', WorkflowTemplate),
  },
)

export const listWorkflows = workflow.list(
  'listWorkflows',
  pageSchema(z.union([Workflow, WorkflowSummary])),
  {
    sdk: 'workflows.list',
    summary: 'Workflows of the organisation, newest first',
    description:
      'With `view=summary` without graphs, and with the next run, the last run and the problems.',
    query: z.object({
      ...pageQuery,
      view: z.enum(['full', 'summary']).default('full'),
      q: z
        .string()
        .max(200)
        .optional()
        .describe(
          'Words that the name or the description contains, without regard to case and accents',
        ),
    }),
  },
)

export const createWorkflow = workflow.create('createWorkflow', {
  sdk: 'workflows.create',
  summary: 'Save a new workflow; it is never active',
  description: 'A broken graph may be saved: it is checked when the workflow is activated.',
  body: CreateWorkflow,
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
    'Activating a workflow that issues invoices or moves money, and changing an active one, needs the owner or admin role and makes the caller its owner. Only the owner of the workflow sets `callableBy`.',
  errors: ['precondition_failed', 'workflow_invalid', 'plan_limit'],
})

export const deleteWorkflow = workflow.delete('deleteWorkflow', {
  sdk: 'workflows.delete',
  summary: 'Delete a workflow with its schedules and runs',
  headers: ifMatch,
  errors: ['precondition_failed'],
})

export const listRuns = workflow.one.get('listRuns', '/runs', {
  sdk: 'workflows.listRuns',
  summary: 'Run headers, newest first, at most 25',
  query: z.object({
    before: z
      .string()
      .regex(/^run_[0-9a-f]{32}$/, { error: 'The id of a run is needed' })
      .optional()
      .describe('The last run of the page before'),
  }),
  responses: listed('Headers', RunHeader),
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
})

export const watchRun = oneRun.get('watchRun', '/events', {
  sdk: null,
  summary: 'Server-sent events `run` and `node` while the run goes',
  responses: eventStream,
})

export const runWorkflow = workflow.one.post('runWorkflow', '/run', {
  sdk: 'workflows.run',
  summary: 'Fire by hand; the same run again while one is still queued',
  description: 'A workflow that issues invoices or moves money is fired by an owner or admin.',
  body: z.strictObject({ input: WorkflowJson.optional() }),
  bodyOptional: true,
  idempotent: true,
  responses: accepted(
    'The queued run',
    z.object({ runId: z.string(), alreadyPending: z.boolean(), run: RunView }),
  ),
  errors: ['plan_limit'],
})

export const cancelRun = oneRun.post('cancelRun', '/cancel', {
  sdk: 'workflows.cancelRun',
  summary: 'Stop a run that is queued or running',
  responses: ok('The cancelled run', RunView),
  errors: ['run_finished'],
})

export const runAgain = oneRun.post('runAgain', '/again', {
  sdk: 'workflows.runAgain',
  summary: 'Run again from a node with the items that it had',
  description:
    'By default from the first node that failed. A new run of the saved graph; the nodes before that one keep their outputs. 409 `items_not_kept` where the items are no longer known in full.',
  body: z.strictObject({ node: z.string().min(1).max(200).optional() }),
  bodyOptional: true,
  idempotent: true,
  responses: accepted('The queued run', z.object({ runId: z.string(), run: RunView })),
  errors: ['run_unfinished', 'items_not_kept', 'plan_limit'],
})
