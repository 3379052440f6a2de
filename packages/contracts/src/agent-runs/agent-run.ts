import { z } from 'zod'
import { GivenName, Moment, namedAs, namedBody, Timestamp, visible } from '../core/schemas.ts'

export const agentRunKinds = ['implement'] as const
export const AgentRunStatus = z.enum([
  'queued',
  'claimed',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'lost',
])
export type AgentRunStatus = z.infer<typeof AgentRunStatus>

/** Seconds between a lease's last heartbeat (or its claim) and its end. */
export const agentLeaseSeconds = 60
/** Seconds between the end of a lease and the moment when the run counts as lost. */
export const agentLostSeconds = 120
/** The longest wait for a run in a claim, in seconds. */
export const longestClaimSeconds = 30
/** The limit for the text of one transcript entry (characters) and for one call (entries). */
export const maxTranscriptText = 65_536
export const maxTranscriptBatch = 5_000
/** Seconds after a cancel request until the run ends, even if its agent does not respond. */
export const agentCancelSeconds = 60
/** The transcript limit per attempt, in bytes of JSON. */
export const maxTranscriptSize = 100_000_000

/** A transcript's limits. Beyond them it is truncated. */
export const transcriptLimits = ['attempt', 'person', 'organisation'] as const
export type TranscriptLimit = (typeof transcriptLimits)[number]

const Workspace = GivenName.describe(
  'The name of a folder that the agent knows, as its person configured it',
)

export const Agent = namedAs('Agent', 'A program on a person’s own machine that works on runs', {
  id: z.string().describe('The same for an agent of this person with this name and host'),
  name: z.string(),
  host: z.string().describe('The name of the machine'),
})
export type Agent = z.infer<typeof Agent>

export const AgentRun = namedAs('AgentRun', 'A unit of work for the person’s own machine', {
  id: z.string(),
  kind: z.enum(agentRunKinds),
  status: AgentRunStatus,
  taskId: z.string().nullable().describe('The card that it is about'),
  prompt: z.string(),
  workspace: z.string().nullable().describe('Null for any agent of the person'),
  agent: Agent.nullable().describe('The agent that claimed it'),
  leaseExpiresAt: Timestamp.nullable().describe(
    'Until when the agent holds it without a heartbeat',
  ),
  cancelRequested: z.boolean().describe('The agent gets the request to stop at its next heartbeat'),
  attempt: z.number().int().describe('1, and one more for each time that it was queued again'),
  transcriptCut: z
    .enum(transcriptLimits)
    .nullable()
    .describe(
      'The limit because of which entries of this attempt were refused, that of its own transcript, its person’s or its organisation’s; null while all are kept',
    ),
  result: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable().describe('The first transcript entry of this attempt'),
  finishedAt: Timestamp.nullable(),
})
export type AgentRun = z.infer<typeof AgentRun>

export const CreateAgentRun = namedBody('CreateAgentRun', {
  kind: z.enum(agentRunKinds),
  taskId: z.string().min(1).max(200).optional(),
  prompt: z.string().min(1).max(100_000).regex(visible, { error: 'A prompt is needed' }),
  workspace: Workspace.optional(),
})
export type CreateAgentRun = z.output<typeof CreateAgentRun>

export const ClaimAgentRun = namedBody('ClaimAgentRun', {
  agent: z.strictObject({ name: GivenName, host: GivenName }),
  kinds: z
    .array(z.enum(agentRunKinds))
    .min(1)
    .max(10)
    .default([...agentRunKinds]),
  workspaces: z.array(Workspace).max(100).default([]),
  waitSeconds: z.number().min(0).max(longestClaimSeconds).default(0),
})
export type ClaimAgentRun = z.output<typeof ClaimAgentRun>

export const TranscriptEntry = namedBody('TranscriptEntry', {
  at: Timestamp.describe('By the clock of the agent'),
  stream: z.enum(['out', 'err', 'event']).describe('`event` tells of the agent itself'),
  text: z.string().max(maxTranscriptText).describe('One line, without its end'),
})
export type TranscriptEntry = z.output<typeof TranscriptEntry>

/** An entry that an agent sends. Its timestamp may have an offset or lack milliseconds. */
const SentEntry = z.strictObject({
  ...TranscriptEntry.shape,
  at: Moment.transform((moment) => new Date(moment).toISOString()).describe(
    'By the clock of the agent',
  ),
})

export const AppendTranscript = namedBody('AppendTranscript', {
  from: z.number().int().min(0).max(1_000_000_000).describe('The place of the first entry'),
  entries: z.array(SentEntry).max(maxTranscriptBatch),
})
export type AppendTranscript = z.output<typeof AppendTranscript>

export const FinishAgentRun = namedBody('FinishAgentRun', {
  status: z.enum(['succeeded', 'failed', 'cancelled']),
  result: z.string().max(100_000).nullable().optional(),
  error: z.string().max(10_000).nullable().optional(),
})
export type FinishAgentRun = z.output<typeof FinishAgentRun>
