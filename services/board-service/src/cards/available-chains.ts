import { AvailableChains, type InternalChain } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** The one-off chains that this deployment can run. Throws `unavailable` when no runner answers. */
export const availableChains = async (deps: Deps): Promise<ReadonlySet<InternalChain>> =>
  new Set((await callRpc(deps.bus, AvailableChains, {})).kinds)
