import { AvailableChains, type InternalChain } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** Returns this deployment's one-off chains. Throws `unavailable` if no runner responds. */
export const availableChains = async (deps: Deps): Promise<ReadonlySet<InternalChain>> =>
  new Set((await callRpc(deps.bus, AvailableChains, {})).kinds)
