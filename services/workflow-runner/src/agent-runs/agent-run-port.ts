import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { AgentRunPort } from '../nodes/ports.ts'
import { agentRunView, endsOfNode } from './agent-runs.db.ts'
import { queueAgentRun } from './queue-agent-run.ts'

/** Runs for agents, for the nodes that wait for them. */
export const agentRunPort = ({ db }: Pick<Deps, 'db'>): AgentRunPort => ({
  queue: (owner, input, node) =>
    inTransaction(db, undefined, async (tx) => void (await queueAgentRun(tx, owner, input, node))),
  ends: async (orgId, runId, nodeId) => {
    const rows = await endsOfNode(db, orgId, runId, nodeId)
    return new Map(rows.map((row) => [row.workflow_place ?? 0, agentRunView(row)]))
  },
})
