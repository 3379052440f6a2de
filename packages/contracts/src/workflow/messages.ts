import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

export const SystemSchedules = defineRpc({
  subject: 'workflow.system-schedules',
  description:
    'Whether every system cron is registered; when not, recurring invoicing will not fire',
  input: z.object({}),
  output: z.object({ healthy: z.boolean() }),
  // A health probe waits for this, and a probe may take two seconds in all.
  timeoutMs: 1_000,
})

export const FindWorkflows = defineRpc({
  subject: 'workflow.find-workflows',
  description: 'Which of these ids are workflows of the organisation',
  input: z.object({ orgId: z.string(), ids: z.array(z.string().max(200)).max(500) }),
  output: z.object({ ids: z.array(z.string()) }),
  timeoutMs: 2_000,
})
