import { AvailableChains, CancelInternalRuns, InternalChain, StartInternalRun } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { announceCancelled } from '../runs/cancel-announcements.ts'
import { cancelRuns } from '../runs/cancel-run.ts'
import { queueRuns } from '../runs/queue-runs.ts'
import { chainGraph, chainNodeTypes, chainWorkflowId } from './internal-chains.ts'

/** One-off chains over a card, for the board. No overlap guard applies to them. */
export const chainRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(StartInternalRun, async ({ orgId, userId, kind, id, taskId }) => {
    const [runId = ''] = await inTransaction(deps.db, undefined, (tx) =>
      queueRuns(tx, [
        {
          workflowId: chainWorkflowId(kind, id),
          orgId,
          ownerId: userId,
          queue: 'workflow-run-adhoc',
          priority: 0,
          trigger: 'manual',
          seeds: { nodes: null, item: { json: { taskId, firedAt: deps.now().toISOString() } } },
          graph: chainGraph(kind, taskId),
          taskId,
        },
      ]),
    )
    return { runId }
  }),
  rpcHandler(AvailableChains, async () => {
    const registered = (type: string): boolean => deps.registry.lookup(type) !== undefined
    return { kinds: InternalChain.options.filter((kind) => chainNodeTypes(kind).every(registered)) }
  }),
  rpcHandler(CancelInternalRuns, async ({ orgId, taskId }) => {
    const cancelled = await inTransaction(deps.db, undefined, (tx) =>
      cancelRuns(tx, orgId, { task_id: taskId }),
    )
    announceCancelled(deps.bus, cancelled)
    return { cancelled: cancelled.length }
  }),
]
