import { z } from 'zod'
import { byShortId, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'
import { eventStream, ok, tagged } from '../core/tagged.ts'
import {
  AgentRun,
  AgentRunStatus,
  AppendTranscript,
  ClaimAgentRun,
  CreateAgentRun,
  FinishAgentRun,
  TranscriptEntry,
} from './agent-run.ts'

const agentRuns = tagged('Agent runs')
const place = z.coerce
  .number()
  .int()
  .min(0)
  .max(1_000_000_000)
  .default(0)
  .describe('The place of the first entry')
const run = agentRuns.org.resource('/api/agent-runs', byShortId, 'The run', AgentRun)
const lease = z.object({ 'x-lease': z.string().describe('The lease from the claim.') })
const ofAgent = 'For an agent, with an API key of its person; a session is refused. '

export const listAgentRuns = run.list('listAgentRuns', pageSchema(AgentRun), {
  sdk: 'agentRuns.list',
  summary: 'The caller’s own runs, newest first',
  description:
    'If texts are long, a page ends early at about 2 MB. Its `limit` is then the number of its runs, and the next page starts at `offset` + `limit`.',
  query: z.object({
    ...pageQuery,
    status: AgentRunStatus.optional().describe('Returns only records with this status.'),
    taskId: z.string().max(200).optional().describe('Returns only runs about this card.'),
  }),
  example: { query: { status: 'queued', limit: 10 } },
})

export const createAgentRun = run.create('createAgentRun', {
  assistants: false,
  sdk: 'agentRuns.create',
  summary: 'Queue a run for an agent of the caller',
  body: CreateAgentRun,
  errors: ['not_found', 'too_many_agent_runs'],
  example: {
    body: {
      kind: 'implement',
      prompt: 'Add the opening hours of the Easter market to the website.',
      workspace: 'website',
    },
  },
})

export const claimAgentRun = agentRuns.org.post('claimAgentRun', '/api/agent-runs/claim', {
  sdk: 'agentRuns.claim',
  summary: 'Take the first run in the queue under a lease',
  description: `${ofAgent}Waits up to \`waitSeconds\` for one. A run without a workspace goes to any agent.`,
  body: ClaimAgentRun,
  responses: {
    200: {
      description: 'The run, and the lease to send as `X-Lease` with all further calls',
      schema: z.object({
        run: AgentRun.describe('The claimed run.'),
        lease: z
          .string()
          .describe('Proves the claim. Send it as `X-Lease` with all further calls of the agent.'),
      }),
    },
    204: { description: 'No run arrived in time' },
  },
  example: {
    body: {
      agent: { name: 'workbench', host: 'office-laptop' },
      kinds: ['implement'],
      workspaces: ['website'],
      waitSeconds: 20,
    },
  },
})

export const getAgentRun = run.get('getAgentRun', { sdk: 'agentRuns.get', summary: 'One run' })

export const cancelAgentRun = run.action('cancelAgentRun', 'cancel', {
  sdk: 'agentRuns.cancel',
  summary: 'Cancel a run',
  description: 'A queued run ends immediately. A running agent stops at its next heartbeat.',
  errors: ['run_finished'],
  example: { params: { id: '{unwanted.id}' } },
})

export const requeueAgentRun = run.action('requeueAgentRun', 'requeue', {
  assistants: false,
  sdk: 'agentRuns.requeue',
  summary: 'Queue a lost run again as its next attempt',
  errors: ['run_not_lost', 'too_many_agent_runs'],
  example: { params: { id: '{lost.id}' } },
})

export const beatAgentRun = run.one.post('beatAgentRun', '/heartbeat', {
  sdk: 'agentRuns.heartbeat',
  summary: 'Extend the lease',
  description: `${ofAgent}The lease ends 60 seconds later.`,
  headers: lease,
  responses: ok(
    'The lease',
    z.object({
      leaseExpiresAt: Timestamp.describe('When the lease expires without another heartbeat.'),
      cancelRequested: z
        .boolean()
        .describe('True if the agent must stop and finish the run as `cancelled`.'),
    }),
  ),
  errors: ['lease_lost'],
  example: {
    params: { id: '{claimAgentRun.run.id}' },
    headers: { 'x-lease': '{claimAgentRun.lease}' },
  },
})

export const appendTranscript = run.one.post('appendTranscript', '/transcript', {
  sdk: 'agentRuns.append',
  summary: 'Add entries to the transcript',
  description: `${ofAgent}Entries before \`next\` are ignored, so that a call can be repeated.`,
  headers: lease,
  body: AppendTranscript,
  responses: ok(
    'The index of the next entry',
    z.object({ next: z.number().int().describe('The index of the next entry. The first is 0.') }),
  ),
  errors: ['lease_lost', 'transcript_gap', 'transcript_full', 'transcript_quota'],
  example: {
    params: { id: '{claimAgentRun.run.id}' },
    headers: { 'x-lease': '{claimAgentRun.lease}' },
    body: {
      from: 0,
      entries: [
        { at: '2026-03-02T09:03:00.000Z', stream: 'event', text: 'Began in website' },
        { at: '2026-03-02T09:04:00.000Z', stream: 'out', text: 'Reading pages/opening-hours.md' },
      ],
    },
  },
})

export const finishAgentRun = run.action('finishAgentRun', 'finish', {
  sdk: 'agentRuns.finish',
  summary: 'End the run and its lease',
  description: ofAgent.trim(),
  headers: lease,
  body: FinishAgentRun,
  errors: ['lease_lost'],
  example: {
    params: { id: '{claimAgentRun.run.id}' },
    headers: { 'x-lease': '{claimAgentRun.lease}' },
    body: { status: 'succeeded', result: 'Added the hours to pages/opening-hours.md.' },
  },
})

export const readTranscript = run.one.get('readTranscript', '/transcript', {
  sdk: 'agentRuns.transcript',
  summary: 'A page of the transcript',
  description: 'To read on, set `from` to `next` until a page is empty.',
  query: z.object({
    from: place.describe('The index of the first entry.'),
    attempt: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('The attempt’s number. The latest attempt by default.'),
  }),
  responses: ok(
    'The entries from `from` on',
    z.object({
      entries: z.array(TranscriptEntry).describe('The entries from `from` on, in order.'),
      next: z
        .number()
        .int()
        .describe('The `from` value for the next page. It does not change at the end.'),
    }),
  ),
  errors: ['transcript_gone'],
  example: { query: { from: 0 } },
})

export const watchAgentRun = run.one.get('watchAgentRun', '/events', {
  sdk: null,
  summary: 'Server-sent events `run` and `transcript` until the run ends',
  description:
    'A `run` message is the run. A `transcript` message is `{ attempt, from, entries, next }`. Its id is `attempt:next`. Send it as `Last-Event-ID` to continue there. The stream ends after at most five minutes. Open a new one to read on.',
  query: z.object({ from: place.describe('The index of the first entry.') }),
  headers: z.object({
    'last-event-id': z.string().optional().describe('The id of the last event that was received.'),
  }),
  responses: eventStream,
  errors: ['transcript_gone'],
})
