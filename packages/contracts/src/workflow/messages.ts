import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

export const SystemSchedules = defineRpc({
  subject: 'workflow.system-schedules',
  description: 'Whether every system cron is registered; when not, recurring invoicing will not fire',
  input: z.object({}),
  output: z.object({ healthy: z.boolean() }),
  // Asked while a health probe waits, which may take two seconds in all.
  timeoutMs: 1_000,
})
