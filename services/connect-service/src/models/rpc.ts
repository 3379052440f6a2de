import {
  CompleteModel,
  ModelStatus,
  PaidCallUnderWay,
  RefundModelCalls,
  Speak,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { isUnderWay } from '../calls/call-once.ts'
import { refundCalls } from '../calls/refund-calls.ts'
import type { Deps } from '../deps.ts'
import { speak } from '../speech/speak.ts'
import { completeModel } from './complete-model.ts'
import { modelStatus } from './model-status.ts'

/**
 * Handles the RPC calls for language models and speech, including refunds if a caller lost a result
 * or cannot use it.
 */
export const modelRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(CompleteModel, (input) => completeModel(deps, input)),
  rpcHandler(ModelStatus, (input) => modelStatus(deps, input)),
  rpcHandler(Speak, (input) => speak(deps, input)),
  rpcHandler(PaidCallUnderWay, async (name) => ({ underWay: await isUnderWay(deps, name) })),
  rpcHandler(RefundModelCalls, async (input) => ({ credits: await refundCalls(deps, input) })),
]
