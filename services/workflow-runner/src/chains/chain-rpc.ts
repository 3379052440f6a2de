import { AvailableChains, CancelInternalRuns, StartInternalRun } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { announceCancelled } from '../runs/cancel-announcements.ts'
import { cancelRuns } from '../runs/cancel-run.ts'
import { availableChains, startChain } from './start-chain.ts'

export const chainRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(StartInternalRun, async (start) => ({
    runId: await inTransaction(deps.db, undefined, (tx) => startChain(deps, tx, start)),
  })),
  rpcHandler(AvailableChains, async () => ({ kinds: availableChains(deps) })),
  rpcHandler(CancelInternalRuns, async ({ orgId, taskId }) => {
    const cancelled = await inTransaction(deps.db, undefined, (tx) =>
      cancelRuns(tx, orgId, { task_id: taskId }),
    )
    announceCancelled(deps.bus, cancelled)
    return { cancelled: cancelled.length }
  }),
]
