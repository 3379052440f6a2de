import type { BlobStore } from '@atrium/blob-store'
import type { TranscriptLimit } from '@atrium/contracts'
import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Background } from '@atrium/service-kit'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { agentRunMetrics } from './agent-run-metrics.ts'
import { type AgentRunRow, agentRunView, getAgentRunRow, pageOfAgentRuns } from './agent-runs.db.ts'
import { agentRunMembers } from './end-member-runs.ts'
import {
  appendTranscript,
  finishAgentRun,
  type HeldRun,
  heartbeat,
  requireAgent,
} from './held-run.ts'
import { toAgent } from './lease.ts'
import { cancelAgentRun, createAgentRun, requeueAgentRun } from './queue-agent-run.ts'
import { transcriptReader } from './read-transcript.ts'
import { agentRunSweeps } from './sweep-agent-runs.ts'
import { createTranscriptQuota } from './transcript-quota.ts'
import { purgeTranscripts, transcriptUpkeep } from './transcript-upkeep.ts'
import { createWaitingAgents } from './waiting-agents.ts'
import { createAgentRunWatching } from './watch-agent-run.ts'

const toHeldRun = (c: Context<AppEnv>, id: string): HeldRun => ({
  id,
  lease: c.req.header('x-lease'),
})

/**
 * Creates the routes, sweeps and consumers for agent runs. Waiting agents and open streams belong
 * to this process.
 */
export function createAgentRuns(deps: Deps, store: BlobStore | undefined) {
  const { db, logger } = deps
  const agents = createWaitingAgents(deps)
  const read = transcriptReader(deps, store)
  const watching = createAgentRunWatching(deps, read)
  const quota = createTranscriptQuota(deps, deps.config.transcripts)
  const metrics = agentRunMetrics(deps, agents.size)
  const background: Background[] = [
    ...agentRunSweeps({ ...deps, endedByForce: metrics.forced('unheeded') }),
    ...(store === undefined ? [] : transcriptUpkeep(deps, store)),
    { name: 'agent-run-queue', everyMs: 2_000, run: () => agents.lookForAll() },
  ]
  const cut = ({ id, org_id: org, transcript_cut }: AgentRunRow, limit: TranscriptLimit): void => {
    metrics.refused(limit)
    if (transcript_cut === null)
      logger.warn({ agentRunId: id, org, limit }, 'entries of an agent run are not kept')
  }
  return {
    background,
    consumers: [
      ...agentRunMembers({ logger, endedByForce: metrics.forced('member_left') }),
      purgeTranscripts(deps, store),
    ],
    routes(app: Hono<AppEnv>): void {
      mount(app, operations.listAgentRuns, async ({ principal, query }) => {
        const { rows, ...page } = await pageOfAgentRuns(db, principal, query)
        return { items: rows.map(agentRunView), ...page }
      })
      mount(app, operations.createAgentRun, { db }, (call) => createAgentRun(deps, call, call.body))
      mount(app, operations.claimAgentRun, async ({ c, principal, body }) => {
        requireAgent(principal)
        const agent = toAgent(principal, body.agent)
        const claim = await agents.claim(principal, agent, body, c.req.raw.signal)
        if (claim === undefined) return c.body(null, 204)
        const { row, lease } = claim
        logger.info({ agentRunId: row.id, org: row.org_id, agent: agent.id }, 'agent run claimed')
        return { run: agentRunView(row), lease }
      })
      mount(app, operations.getAgentRun, async ({ principal, params }) =>
        agentRunView(await getAgentRunRow(db, principal, params.id)),
      )
      mount(app, operations.cancelAgentRun, (call) => cancelAgentRun(deps, call, call.params.id))
      mount(app, operations.requeueAgentRun, (call) => requeueAgentRun(deps, call, call.params.id))
      mount(app, operations.beatAgentRun, (call) =>
        heartbeat(deps, call, toHeldRun(call.c, call.params.id)),
      )
      mount(app, operations.appendTranscript, (call) =>
        appendTranscript({ ...deps, quota, cut }, call, {
          held: toHeldRun(call.c, call.params.id),
          input: call.body,
        }),
      )
      mount(app, operations.finishAgentRun, async (call) => {
        const run = await finishAgentRun(deps, call, {
          held: toHeldRun(call.c, call.params.id),
          input: call.body,
        })
        metrics.ended(run.status)
        logger.info(
          { agentRunId: run.id, org: call.principal.orgId, status: run.status },
          'agent run',
        )
        return run
      })
      mount(app, operations.readTranscript, async ({ principal, params, query }) => {
        const row = await getAgentRunRow(db, principal, params.id)
        const { from, attempt = row.attempt } = query
        const entries = await read(row, attempt, from)
        return { entries, next: from + entries.length }
      })
      mount(app, operations.watchAgentRun, ({ c, principal, params, query }) =>
        watching.watch(c, principal, params.id, query.from),
      )
    },
    end(): void {
      agents.end()
      watching.end()
    },
    stop: (): void => agents.stop(),
  }
}
