import { ReleaseAssets } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { type ReleaseDeps, releaseAssets } from './release-assets.ts'

export const releaseRpc = (deps: ReleaseDeps): RpcHandler =>
  rpcHandler(ReleaseAssets, (input) => releaseAssets(deps, input))
