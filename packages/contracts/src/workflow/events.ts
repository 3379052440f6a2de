import { z } from 'zod'
import { defineInternalEvent, defineLiveEvent } from '../core/messages.ts'
import { runTriggers } from './run.ts'

// A run that starts from the end of runs would start itself for ever.
export const WorkflowRunFinished = defineLiveEvent(
  'workflow.run_finished',
  'A run completed, failed or was cancelled',
  {
    runId: z.string().describe('The run'),
    workflowId: z.string().describe('Its workflow'),
    status: z.enum(['completed', 'failed', 'cancelled']).describe('How it ended'),
    trigger: z.enum(runTriggers).describe('What started it'),
    error: z.string().nullable().describe('Why it failed'),
  },
)

// For pages that show runs while they go. Far more frequent than a person needs elsewhere.
export const WorkflowRunQueued = defineLiveEvent('workflow.run_queued', 'A run waits for a worker', {
  runId: z.string().describe('The run'),
  workflowId: z.string().describe('Its workflow'),
  trigger: z.enum(runTriggers).describe('What started it'),
})

export const WorkflowNodesLost = defineInternalEvent(
  'workflow.nodes_lost',
  'The platform cut a run short, and the results of the nodes that it was calling are lost',
  {
    runId: z.string().describe('The run'),
    nodeIds: z.array(z.string()).min(1).describe('The nodes, by their ids in the graph'),
  },
)

// Endpoints that take every event would be sent the end of each of their deliveries for ever.
export const WebhookAttempted = defineLiveEvent(
  'workflow.webhook_attempted',
  'An attempt to deliver a webhook ended',
  {
    endpointId: z.string().describe('The endpoint'),
    deliveryId: z.string().describe('The delivery'),
    status: z.enum(['pending', 'delivered', 'failed']).describe('The state of the delivery after it'),
  },
)
