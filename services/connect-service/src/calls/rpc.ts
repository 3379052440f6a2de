import { PaidCallUnderWay, RefundModelCalls } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { isUnderWay } from './call-once.ts'
import { refundCalls } from './refund-calls.ts'

/** The RPC of callers that miss the answer of a call, or cannot use it. */
export const paidCallRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(PaidCallUnderWay, async (name) => ({ underWay: await isUnderWay(deps, name) })),
  rpcHandler(RefundModelCalls, async (input) => ({ credits: await refundCalls(deps, input) })),
]
