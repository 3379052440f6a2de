import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** One-off chains that the board starts (invoicing and automation specification, "One-off internal chains"). */
export const StartInternalRun = defineRpc({
  subject: 'workflow.start-internal-run',
  description: 'Starts a one-off chain, `internal:<kind>:<id>`, on the ad-hoc queue',
  input: z.object({
    orgId: z.string(),
    userId: z.string(),
    kind: z.enum(['publish-now', 'next-action', 'link-enrichment', 'contact-enrichment', 'tts', 'implement']),
    /** What stands after the kind: a channel for `publish-now`, else the card. */
    id: z.string(),
    taskId: z.string(),
  }),
  output: z.object({ runId: z.string() }),
  timeoutMs: 5_000,
})

export const CancelInternalRuns = defineRpc({
  subject: 'workflow.cancel-internal-runs',
  description: 'Cancels the queued and running one-off chains of a card; answers how many there were',
  input: z.object({ orgId: z.string(), taskId: z.string() }),
  output: z.object({ cancelled: z.number().int() }),
  timeoutMs: 5_000,
})
