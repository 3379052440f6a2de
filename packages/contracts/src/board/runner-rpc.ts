import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

export const InternalChain = z.enum([
  'publish-now',
  'next-action',
  'link-enrichment',
  'contact-enrichment',
  'tts',
  'implement',
])
export type InternalChain = z.infer<typeof InternalChain>

/** Starts a one-off chain for the board (docs/reference/workflows.md, "One-off chains"). */
export const StartInternalRun = defineRpc({
  subject: 'workflow.start-internal-run',
  description: 'Starts a one-off chain, `internal:<kind>:<id>`, on the ad-hoc queue',
  input: z.object({
    orgId: z.string(),
    userId: z.string(),
    kind: InternalChain,
    /** The id after the kind: a channel for `publish-now`, otherwise a card. */
    id: z.string(),
    taskId: z.string(),
    /** More fields for the first item, for example a link's URL. */
    input: z.record(z.string(), z.unknown()).optional(),
  }),
  output: z.object({ runId: z.string() }),
})

export const CancelInternalRuns = defineRpc({
  subject: 'workflow.cancel-internal-runs',
  description:
    'Cancels the queued and running one-off chains of a card; answers how many there were',
  input: z.object({ orgId: z.string(), taskId: z.string() }),
  output: z.object({ cancelled: z.number().int() }),
})

export const AvailableChains = defineRpc({
  subject: 'workflow.available-chains',
  description: 'The one-off chains whose nodes are all registered in this deployment',
  input: z.object({}),
  output: z.object({ kinds: z.array(InternalChain) }),
  timeoutMs: 2_000,
})

export const PublishSweepStatus = defineRpc({
  subject: 'workflow.publish-sweep-status',
  description: 'Whether an active workflow of the org publishes posts on a schedule',
  input: z.object({
    orgId: z.string(),
    /** A post by mail: its approval makes that workflow if the organisation never had one. */
    byMail: z.boolean().optional(),
  }),
  output: z.object({ active: z.boolean() }),
  timeoutMs: 2_000,
})
