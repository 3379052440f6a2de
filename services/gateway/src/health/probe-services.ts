import type { Pool } from 'undici'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'

/** The timeout of a probe (docs/reference/http.md, "Health"). */
const withinMs = 2_000

type State = 'up' | 'down'

/**
 * Asks each service of the deployment if it is ready, including its database and NATS. Never
 * throws.
 */
export async function probeServices(pools: UpstreamPools): Promise<Record<string, State>> {
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
