import type { Pool } from 'undici'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'

/** Less than the limit of the database probe, which therefore bounds the health record. */
const withinMs = 1_500

type Liveness = 'up' | 'down'

/** The liveness of the services of the deployment. Never throws. */
export async function probeServices(pools: UpstreamPools): Promise<Record<string, Liveness>> {
  const answers = [...pools].map(async ([name, pool]) => [name, await liveness(pool)] as const)
  return Object.fromEntries(await Promise.all(answers))
}

async function liveness(pool: Pool): Promise<Liveness> {
  try {
    const signal = AbortSignal.timeout(withinMs)
    const { statusCode, body } = await pool.request({ path: '/livez', method: 'GET', signal })
    await body.dump()
    return statusCode === 200 ? 'up' : 'down'
  } catch {
    return 'down'
  }
}
