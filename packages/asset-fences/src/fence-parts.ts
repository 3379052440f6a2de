import type { RootOwner } from '@atrium/contracts'
import { type Bus, type RpcHandler, rpcHandler } from '@atrium/messaging'
import { answerLiveness, settleRelease } from './answer-liveness.ts'
import type { FenceDeps } from './fence-deps.ts'
import { askRelease, releaseRound, sweepFences } from './release-round.ts'

/** Returns the RPC handlers for the release routine to ask a root owner. */
export const assetFenceRpc = <DB>(deps: FenceDeps<DB>, owner: RootOwner): RpcHandler[] => [
  rpcHandler(owner.liveAssets, (input) => answerLiveness(deps, input)),
  rpcHandler(owner.releaseSettled, async (input) => {
    await settleRelease(deps, input)
    return {}
  }),
]

/**
 * Returns a root owner's periodic jobs. They release files without a reference in its records. Any
 * number of replicas may run them.
 */
export const assetRelease = <DB>(deps: FenceDeps<DB>, bus: Bus, everyMs = 2_000) => [
  {
    name: 'release',
    everyMs,
    rests: true,
    async run(signal: AbortSignal) {
      while (!signal.aborted && (await releaseRound(deps, askRelease(bus))) > 0);
    },
  },
  { name: 'fences', everyMs: 600_000, run: () => sweepFences(deps) },
]
