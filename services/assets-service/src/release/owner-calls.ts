import type { RootOwner } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'

/** The calls to one root owner. A call that throws leaves the state of the keys unknown. */
export interface OwnerCalls {
  readonly name: RootOwner['name']
  /** What is in use, for people. */
  readonly uses: string
  liveAssets(input: { orgId: string; keys: string[]; releaseId: string }): Promise<{ live: string[] }>
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
