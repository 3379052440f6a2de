import { z } from 'zod'
import { defineEvent } from '../core/messages.ts'
import { runTriggers } from './run.ts'

export const WorkflowRunFinished = defineEvent({
  type: 'workflow.run_finished',
  description: 'A run completed, failed or was cancelled',
  // A run that starts from the end of runs would start itself for ever.
  domain: false,
  audience: 'org',
  schema: z.object({
    runId: z.string().describe('The run'),
    workflowId: z.string().describe('Its workflow'),
    status: z.enum(['completed', 'failed', 'cancelled']).describe('How it ended'),
    trigger: z.enum(runTriggers).describe('What started it'),
    error: z.string().nullable().describe('Why it failed'),
  }),
})

export const WorkflowNodesLost = defineEvent({
  type: 'workflow.nodes_lost',
  description: 'The platform cut a run short, and the results of the nodes that it was calling are lost',
  domain: false,
  schema: z.object({
    runId: z.string().describe('The run'),
    nodeIds: z.array(z.string()).min(1).describe('The nodes, by their ids in the graph'),
  }),
})

export const WebhookAttempted = defineEvent({
  type: 'workflow.webhook_attempted',
  description: 'An attempt to deliver a webhook ended',
  // Endpoints that take every event would be sent the end of each of their deliveries for ever.
  domain: false,
  audience: 'org',
  schema: z.object({
    endpointId: z.string().describe('The endpoint'),
    deliveryId: z.string().describe('The delivery'),
    status: z.enum(['pending', 'delivered', 'failed']).describe('The state of the delivery after it'),
  }),
})
