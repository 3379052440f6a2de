import { Pool } from 'undici'
import type { Upstream } from '../config.ts'

/** Connections to the services of the deployment. */
export interface UpstreamPools {
  of(upstream: Upstream): Pool | undefined
  all(): Iterable<readonly [Upstream, Pool]>
  close(): Promise<void>
}

/** One pool of kept-alive connections per service. */
export function createUpstreamPools(urls: ReadonlyMap<Upstream, string>): UpstreamPools {
  const pools = new Map([...urls].map(([upstream, url]) => [upstream, poolOf(url)]))
  return {
    of: (upstream) => pools.get(upstream),
    all: () => pools,
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const poolOf = (url: string): Pool =>
  new Pool(new URL(url).origin, {
    allowH2: false,
    connectTimeout: 3_000,
    headersTimeout: 60_000,
    // A stream of events may be silent for as long as it likes.
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
  })
