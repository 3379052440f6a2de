import { AssetsPlanUsage, WorkflowPlanUsage } from '@atrium/contracts'
import { type Bus, callRpc, ifAvailable, type RpcHandler, rpcHandler } from '@atrium/messaging'
import { checkPlanRoom } from '@atrium/service-kit'
import { readCounter, readUsage, type UsageDeps } from './count-usage.ts'

/** Throws `plan_limit` (402) if the org's plan has no room for so many bytes. */
export type RequireRoom = (orgId: string, bytes: number) => Promise<void>

export const planRoom =
  (bus: Bus, deps: UsageDeps): RequireRoom =>
  (orgId, bytes) =>
    checkPlanRoom(bus, {
      orgId,
      resource: 'storageBytes',
      adding: bytes,
      // Files in workflow items share the plan's storage.
      countUsed: async () => {
        const workflows = await ifAvailable(callRpc(bus, WorkflowPlanUsage, { orgId }))
        return (await readCounter(deps, orgId)).bytes + (workflows?.used.storageBytes ?? 0)
      },
    })

export const planUsageRpc = (deps: UsageDeps): RpcHandler =>
  rpcHandler(AssetsPlanUsage, async ({ orgId }) => ({
    used: { storageBytes: (await readUsage(deps, orgId)).bytes },
  }))
