import { CompleteModel, ModelStatus } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { completeModel } from './complete-model.ts'
import { modelStatus } from './model-status.ts'

/** The RPC of language models. */
export const modelRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(CompleteModel, (input) => completeModel(deps, input)),
  rpcHandler(ModelStatus, (input) => modelStatus(deps, input)),
]
