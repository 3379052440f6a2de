import { AssetsPlanUsage, WorkflowPlanUsage } from '@atrium/contracts'
import { type Bus, callRpc, ifAvailable, type RpcHandler, rpcHandler } from '@atrium/messaging'
import { checkPlanRoom } from '@atrium/service-kit'
import { readCounter, readUsage, type UsageDeps } from './count-usage.ts'

/** Requires room for so many bytes in the plan of an org. Throws `plan_limit` (402). */
export type RequireRoom = (orgId: string, bytes: number) => Promise<void>

export const planRoom =
  (bus: Bus, deps: UsageDeps): RequireRoom =>
  (orgId, bytes) =>
    checkPlanRoom(bus, {
      ...{ orgId, resource: 'storageBytes', adding: bytes },
      // The files in the items of workflows share the storage of the plan.
      countUsed: async () => {
        const workflows = await ifAvailable(callRpc(bus, WorkflowPlanUsage, { orgId }))
        return (await readCounter(deps, orgId)).bytes + (workflows?.used.storageBytes ?? 0)
      },
    })

export const planUsageRpc = (deps: UsageDeps): RpcHandler =>
  rpcHandler(AssetsPlanUsage, async ({ orgId }) => ({
    used: { storageBytes: (await readUsage(deps, orgId)).bytes },
  }))
