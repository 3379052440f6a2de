import { SystemSchedules } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { systemSchedulesHealthy } from './system-schedules.ts'

/** What the health page asks of the runner. */
export const systemRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(SystemSchedules, async () => ({ healthy: await systemSchedulesHealthy(deps.db) })),
]
