import { AvailableChains, type Health, ModelStatus, SystemSchedules } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import type { Pool } from 'undici'
import type { GatewayConfig } from '../config.ts'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'
import type { DatabaseProbe } from './database-probe.ts'

export interface HealthDeps {
  readonly config: GatewayConfig
  readonly bus: Bus
  readonly probe: DatabaseProbe
  readonly pools: UpstreamPools
}

// Stays below the two seconds of the whole health probe.
const modelStatusMs = 1_000

/**
 * Returns the health record (docs/reference/http.md, "Health"). Takes little more than two seconds
 * at most. Never throws.
 */
export async function readHealth(deps: HealthDeps): Promise<Health> {
  const { commit, llmProvider, upstreams } = deps.config
  const [up, systemSchedulesHealthy, enrichEnabled, services] = await Promise.all([
    deps.probe.isUp(),
    schedulesHealthy(deps.bus),
    canEnrich(deps.bus),
    probeServices(deps.pools),
  ])
  return {
    status: up ? 'ok' : 'degraded',
    commit,
    llmProvider,
    enrichEnabled,
    exportEnabled: upstreams.has('invoicing'),
    db: up ? 'up' : 'down',
    systemSchedulesHealthy,
    services,
  }
}

// A service that does not respond does not run its schedules.
const schedulesHealthy = (bus: Bus): Promise<boolean> =>
  callRpc(bus, SystemSchedules, {}).then(
    ({ healthy }) => healthy,
    () => false,
  )

// Enrichment needs a workflow runner, a board and a model. The model may be the platform's, the
// managed one or a channel's.
const canEnrich = async (bus: Bus): Promise<boolean> => {
  const [chain, model] = await Promise.all([
    callRpc(bus, AvailableChains, {}).then(
      ({ kinds }) => kinds.includes('link-enrichment'),
      () => false,
    ),
    callRpc(bus, ModelStatus, {}, { timeoutMs: modelStatusMs }).then(
      ({ platform, managed, channels }) => platform !== 'none' || managed || channels,
      () => false,
    ),
  ])
  return chain && model
}

/** A probe's timeout (docs/reference/http.md, "Health"). */
const withinMs = 2_000

type State = 'up' | 'down'

/**
 * Asks each service of the deployment if it is ready, including its database and NATS. Never
 * throws.
 */
async function probeServices(pools: UpstreamPools): Promise<Record<string, State>> {
  const answers = [...pools].map(async ([name, pool]) => [name, await readiness(pool)] as const)
  return Object.fromEntries(await Promise.all(answers))
}

async function readiness(pool: Pool): Promise<State> {
  try {
    const signal = AbortSignal.timeout(withinMs)
    const { statusCode, body } = await pool.request({ path: '/readyz', method: 'GET', signal })
    await body.dump()
    return statusCode === 200 ? 'up' : 'down'
  } catch {
    return 'down'
  }
}
