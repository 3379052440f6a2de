import { z } from 'zod'
import { defineJob } from '../core/messages.ts'

const run = z.object({ runId: z.string() })
// The queue never redelivers a run. A run's timeout is also 900 s.
const once = { schema: run, ackWaitMs: 900_000, maxDeliver: 1 }

/** Manually started runs. */
export const WorkflowRunHigh = defineJob({ subject: 'workflow-run.high', ...once })
/** Runs started by schedules and events. */
export const WorkflowRunNormal = defineJob({ subject: 'workflow-run.normal', ...once })
/** Internal one-off chains. */
export const WorkflowRunAdhoc = defineJob({ subject: 'workflow-run-adhoc', ...once })
/** Outbound webhooks. The row counts the attempts, not the queue. */
export const WebhookDelivery = defineJob({
  subject: 'webhook-delivery',
  schema: z.object({ deliveryId: z.string() }),
  ackWaitMs: 60_000,
  maxDeliver: 1,
})
