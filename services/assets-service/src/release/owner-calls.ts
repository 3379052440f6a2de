import type { RootOwner } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'

/** Calls to one root owner. If a call throws, it is unknown whether the keys are in use. */
export interface OwnerCalls {
  readonly name: RootOwner['name']
  /** A description of the uses shown to users. */
  readonly uses: string
  liveAssets(input: {
    orgId: string
    keys: string[]
    releaseId: string
  }): Promise<{ live: string[] }>
  releaseSettled(input: {
    orgId: string
    releaseId: string
    released: string[]
    kept: string[]
  }): Promise<unknown>
}

export const ownerOverRpc = (bus: Bus, owner: RootOwner): OwnerCalls => ({
  name: owner.name,
  uses: owner.uses,
  liveAssets: (input) => callRpc(bus, owner.liveAssets, input),
  releaseSettled: (input) => callRpc(bus, owner.releaseSettled, input),
})
