import type { Pool } from 'undici'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'

/** Less than the database has, so that the record is not later than its slowest part. */
const withinMs = 1_500

type Liveness = 'up' | 'down'

/** Which services of the deployment answer that they are alive. Never throws. */
export async function probeServices(pools: Pick<UpstreamPools, 'all'>): Promise<Record<string, Liveness>> {
  const answers = [...pools.all()].map(async ([name, pool]) => [name, await liveness(pool)] as const)
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
