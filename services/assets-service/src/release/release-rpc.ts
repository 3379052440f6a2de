import { ReleaseAssets, type RootOwner } from '@atrium/contracts'
import { type Bus, callRpc, type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type OwnerCalls, releaseAssets } from './release-assets.ts'

/** The calls to a root owner over RPC. */
export const ownerOverRpc = (bus: Bus, owner: RootOwner): OwnerCalls => ({
  name: owner.name,
  liveAssets: (input) => callRpc(bus, owner.liveAssets, input),
  releaseSettled: (input) => callRpc(bus, owner.releaseSettled, input),
})

/** The endpoint of the release routine. */
export const releaseRpc = (
  deps: Pick<Deps, 'store' | 'cache' | 'logger'>,
  bus: Bus,
  owners: readonly RootOwner[],
): RpcHandler => {
  const calls = owners.map((owner) => ownerOverRpc(bus, owner))
  return rpcHandler(ReleaseAssets, (input) =>
    releaseAssets({ ...deps, owners: calls, now: () => performance.now() }, input),
  )
}
