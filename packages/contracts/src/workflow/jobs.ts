import { z } from 'zod'
import { defineJob } from '../core/messages.ts'

const run = z.object({ runId: z.string() })
// The queue never repeats a run; 900 s is also the longest time of a run.
const once = { schema: run, ackWaitMs: 900_000, maxDeliver: 1 }

/** Runs by hand. */
export const WorkflowRunHigh = defineJob({ subject: 'workflow-run.high', ...once })
/** Runs of schedules and events. */
export const WorkflowRunNormal = defineJob({ subject: 'workflow-run.normal', ...once })
/** One-off internal chains. */
export const WorkflowRunAdhoc = defineJob({ subject: 'workflow-run-adhoc', ...once })
/** Outbound webhooks; the row counts the attempts, not the queue. */
export const WebhookDelivery = defineJob({
  subject: 'webhook-delivery',
  schema: z.object({ deliveryId: z.string() }),
  ackWaitMs: 60_000,
  maxDeliver: 1,
})
