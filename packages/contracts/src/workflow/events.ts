import { z } from 'zod'
import { defineDomainEvent, defineInternalEvent, defineLiveEvent } from '../core/messages.ts'
import { runTriggers } from './run.ts'

// Not a domain event, because a run that starts when runs finish would start itself forever.
export const WorkflowRunFinished = defineLiveEvent(
  'workflow.run_finished',
  'A run completed, failed or was cancelled',
  {
    runId: z.string().describe('The run’s id.'),
    workflowId: z.string().describe('The id of the run’s workflow.'),
    status: z.enum(['completed', 'failed', 'cancelled']).describe('How the run ended.'),
    trigger: z.enum(runTriggers).describe('What started the run.'),
    error: z.string().nullable().describe('Why the run failed. Null if it did not.'),
  },
)

// Emitted by a consumer of `workflow.run_finished`. If a run started by it fails, it emits none.
export const WorkflowRunFailed = defineDomainEvent('workflow.run_failed', 'A run failed', {
  workflowId: z.string().describe('The id of the run’s workflow.'),
  workflowName: z.string().describe('The workflow’s name.'),
  runId: z.string().describe('The run’s id.'),
  node: z.string().nullable().describe('The name of the step that failed. Null if no step did.'),
  error: z.string().nullable().describe('Why the run failed.'),
  // Events from before an update lack it.
  ownerId: z
    .string()
    .nullable()
    .default(null)
    .describe('The id of the user who owns the workflow.'),
})

// Shown on pages while a run is active. Too frequent for anything else.
export const WorkflowRunQueued = defineLiveEvent(
  'workflow.run_queued',
  'A run waits for a worker',
  {
    runId: z.string().describe('The run’s id.'),
    workflowId: z.string().describe('The id of the run’s workflow.'),
    trigger: z.enum(runTriggers).describe('What started the run.'),
  },
)

// Open canvases load the new version. The graph may be large, so the event does not contain it.
export const WorkflowSaved = defineLiveEvent(
  'workflow.saved',
  'A workflow’s graph or settings were changed',
  { workflowId: z.string().describe('The workflow’s id.') },
)

export const WorkflowNodesLost = defineInternalEvent(
  'workflow.nodes_lost',
  'The platform cut a run short, and the results of the nodes that it was calling are lost',
  {
    runId: z.string().describe('The run’s id.'),
    nodeIds: z.array(z.string()).min(1).describe('The ids of the nodes in the graph.'),
  },
)

// Not a domain event, because an endpoint for all events would be sent its own deliveries forever.
export const WebhookAttempted = defineLiveEvent(
  'workflow.webhook_attempted',
  'An attempt to deliver a webhook ended',
  {
    endpointId: z.string().describe('The endpoint’s id.'),
    deliveryId: z.string().describe('The delivery’s id.'),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .describe('The delivery’s status after the attempt.'),
  },
)
