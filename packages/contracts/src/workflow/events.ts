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
