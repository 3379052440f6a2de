import { z } from 'zod'
import { defineJob } from '../core/messages.ts'

const run = z.object({ runId: z.string() })
// A run is never tried again by the queue; 900 s is also how long a run may take.
const once = { schema: run, ackWaitMs: 900_000, maxDeliver: 1 }

/** Runs that a person asked for. */
export const WorkflowRunHigh = defineJob({ subject: 'workflow-run.high', ...once })
/** Runs of schedules and events. */
export const WorkflowRunNormal = defineJob({ subject: 'workflow-run.normal', ...once })
/** One-off internal chains. */
export const WorkflowRunAdhoc = defineJob({ subject: 'workflow-run-adhoc', ...once })
/** Outbound webhooks; the attempts are counted in the row, not by the queue. */
export const WebhookDelivery = defineJob({
  subject: 'webhook-delivery',
  schema: z.object({ deliveryId: z.string() }),
  ackWaitMs: 60_000,
  maxDeliver: 1,
})
