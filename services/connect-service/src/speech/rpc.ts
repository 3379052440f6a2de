import { Speak } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { speak } from './speak.ts'

/** The RPC of speech. */
export const speechRpc = (deps: Deps): RpcHandler[] => [rpcHandler(Speak, (input) => speak(deps, input))]
