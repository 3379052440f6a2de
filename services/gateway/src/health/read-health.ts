import { AvailableChains, type Health, SystemSchedules } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { GatewayConfig } from '../config.ts'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'
import type { DatabaseProbe } from './database-probe.ts'
import { probeServices } from './probe-services.ts'

export interface HealthDeps {
  readonly config: GatewayConfig
  readonly bus: Bus
  readonly probe: DatabaseProbe
  readonly pools: UpstreamPools
}

/** The health record (docs/reference/http.md, "Health"). Never throws; takes little more than two seconds at most. */
export async function readHealth(deps: HealthDeps): Promise<Health> {
  const { commit, llmProvider, upstreams } = deps.config
  const [up, systemSchedulesHealthy, enrichment, services] = await Promise.all([
    deps.probe.isUp(),
    schedulesHealthy(deps.bus),
    canEnrich(deps.bus),
    probeServices(deps.pools),
  ])
  return {
    status: up ? 'ok' : 'degraded',
    commit,
    llmProvider,
    enrichEnabled: enrichment && llmProvider !== 'none',
    exportEnabled: upstreams.has('invoicing'),
    db: up ? 'up' : 'down',
    systemSchedulesHealthy,
    services,
  }
}

// A service without an answer does not run them.
const schedulesHealthy = (bus: Bus): Promise<boolean> =>
  callRpc(bus, SystemSchedules, {}).then(
    ({ healthy }) => healthy,
    () => false,
  )

const canEnrich = (bus: Bus): Promise<boolean> =>
  callRpc(bus, AvailableChains, {}).then(
    ({ kinds }) => kinds.includes('link-enrichment'),
    () => false,
  )
