import { z } from 'zod'
import {
  GivenName,
  Moment,
  namedAs,
  namedBody,
  RecordId,
  Timestamp,
  visible,
} from '../core/schemas.ts'

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
/** Seconds from a lease's end until the run counts as lost. */
export const agentLostSeconds = 120
/** The longest wait for a run in a claim, in seconds. */
export const longestClaimSeconds = 30
/** The limits for one transcript entry's text (characters) and for one call (entries). */
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

export const Agent = namedAs('Agent', 'A program on a user’s own machine that works on runs', {
  id: z
    .string()
    .describe(
      'The agent’s id. An agent of the same user with the same name and host has the same id.',
    ),
  name: z.string().describe('The name that the agent gave itself.'),
  host: z.string().describe('The name of the machine.'),
})
export type Agent = z.infer<typeof Agent>

export const AgentRun = namedAs('AgentRun', 'A unit of work for a user’s own machine', {
  id: RecordId,
  kind: z
    .enum(agentRunKinds)
    .describe('The kind of work. `implement` carries out a task in a workspace.'),
  status: AgentRunStatus.describe(
    'The run’s status. `lost` means that the agent stopped sending heartbeats. A lost run can be queued again.',
  ),
  taskId: z.string().nullable().describe('The card that the run is about.'),
  prompt: z.string().describe('The task for the agent.'),
  workspace: z
    .string()
    .nullable()
    .describe(
      'The folder that the agent works in. Null if any of the user’s agents may take the run.',
    ),
  agent: Agent.nullable().describe('The agent that claimed the run.'),
  leaseExpiresAt: Timestamp.nullable().describe(
    'When the agent loses the run unless it sends a heartbeat.',
  ),
  cancelRequested: z
    .boolean()
    .describe('True if the agent is asked to stop. It learns this from its next heartbeat.'),
  attempt: z
    .number()
    .int()
    .describe(
      'The attempt’s number. It starts at 1 and increases each time the run is queued again.',
    ),
  transcriptCut: z
    .enum(transcriptLimits)
    .nullable()
    .describe(
      'The limit that cut the transcript of this attempt: the transcript’s own, the user’s or the organisation’s. Null if nothing was cut.',
    ),
  result: z
    .string()
    .nullable()
    .describe('What the agent reported at the end. Null until then, or if it reported nothing.'),
  error: z.string().nullable().describe('Why the run failed or was lost. Null otherwise.'),
  createdAt: Timestamp.describe('When the run was first queued.'),
  startedAt: Timestamp.nullable().describe(
    'The time of the first transcript entry of this attempt.',
  ),
  finishedAt: Timestamp.nullable().describe('When the run ended or was lost. Null until then.'),
})
export type AgentRun = z.infer<typeof AgentRun>

export const CreateAgentRun = namedBody('CreateAgentRun', {
  kind: z
    .enum(agentRunKinds)
    .describe('The kind of work. `implement` carries out a task in a workspace.'),
  taskId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The id of the card that the run is about.'),
  prompt: z
    .string()
    .min(1)
    .max(100_000)
    .regex(visible, { error: 'Enter a prompt' })
    .describe('The task for the agent, at most 100,000 characters.'),
  workspace: Workspace.optional().describe(
    'The name of a folder that the user configured for the agent.',
  ),
})
export type CreateAgentRun = z.output<typeof CreateAgentRun>

export const ClaimAgentRun = namedBody('ClaimAgentRun', {
  agent: z
    .strictObject({
      name: GivenName.describe('The agent’s name, at most 200 characters.'),
      host: GivenName.describe('The name of the agent’s machine.'),
    })
    .describe('The agent that asks for work.'),
  kinds: z
    .array(z.enum(agentRunKinds))
    .min(1)
    .max(10)
    .default([...agentRunKinds])
    .describe('The kinds of work that the agent takes. All by default.'),
  workspaces: z
    .array(Workspace)
    .max(100)
    .default([])
    .describe('The workspaces that the agent knows. A run without a workspace goes to any agent.'),
  waitSeconds: z
    .number()
    .min(0)
    .max(longestClaimSeconds)
    .default(0)
    .describe('The seconds to wait for a run, at most 30. 0 by default.'),
})
export type ClaimAgentRun = z.output<typeof ClaimAgentRun>

export const TranscriptEntry = namedBody('TranscriptEntry', {
  at: Timestamp.describe('The entry’s time by the agent’s clock.'),
  stream: z
    .enum(['out', 'err', 'event'])
    .describe('Where the text comes from. `event` entries describe the agent itself.'),
  text: z.string().max(maxTranscriptText).describe('One line without its line end.'),
})
export type TranscriptEntry = z.output<typeof TranscriptEntry>

/** An entry sent by an agent. Its timestamp may have an offset or lack milliseconds. */
const SentEntry = z.strictObject({
  ...TranscriptEntry.shape,
  at: Moment.transform((moment) => new Date(moment).toISOString()).describe(
    'The entry’s time by the agent’s clock.',
  ),
})

export const AppendTranscript = namedBody('AppendTranscript', {
  from: z.number().int().min(0).max(1_000_000_000).describe('The index of the first entry.'),
  entries: z
    .array(SentEntry)
    .max(maxTranscriptBatch)
    .describe('The entries in order, at most 5,000.'),
})
export type AppendTranscript = z.output<typeof AppendTranscript>

export const FinishAgentRun = namedBody('FinishAgentRun', {
  status: z.enum(['succeeded', 'failed', 'cancelled']).describe('How the run ended.'),
  result: z
    .string()
    .max(100_000)
    .nullable()
    .optional()
    .describe('The result, at most 100,000 characters. Null if there is none.'),
  error: z
    .string()
    .max(10_000)
    .nullable()
    .optional()
    .describe('Why the run failed, at most 10,000 characters. Null otherwise.'),
})
export type FinishAgentRun = z.output<typeof FinishAgentRun>
