import { agentRunErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { AgentRunPort } from '../nodes/ports.ts'
import { agentRunView, endsOfNode } from './agent-runs.db.ts'
import { hasLeft } from './members.db.ts'
import { queueAgentRun } from './queue-agent-run.ts'

/**
 * Queues agent runs for waiting nodes. `queue` throws `forbidden` if the owner has left the
 * organisation.
 */
export const agentRunPort = (deps: Pick<Deps, 'db' | 'now' | 'newId'>): AgentRunPort => ({
  queue: (owner, input, node) =>
    inTransaction(deps.db, undefined, async (tx) => {
      if (await hasLeft(tx, owner)) throw agentRunErrors.forbidden({ message: gone })
      await queueAgentRun(deps, tx, { owner, input, node })
    }),
  ends: async (orgId, runId, nodeId) => {
    const rows = await endsOfNode(deps.db, orgId, runId, nodeId)
    return new Map(rows.map((row) => [row.workflow_place ?? 0, agentRunView(row)]))
  },
})

const gone = 'The person this run acts for has left the organisation, so their agents cannot work.'
