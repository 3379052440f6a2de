import { PaidCallUnderWay } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { isUnderWay } from './call-once.ts'

/** The RPC of callers that miss the answer of a call. */
export const paidCallRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(PaidCallUnderWay, async (name) => ({ underWay: await isUnderWay(deps, name) })),
]
