import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { shareRun } from '../share-run.ts'

/** A probe's timeout (docs/reference/http.md, "Health"). */
const withinMs = 2_000

export type DatabaseProbe = ReturnType<typeof createDatabaseProbe>

/** Creates a probe with a single connection. After a failure the probe replaces it. */
export function createDatabaseProbe(url: string) {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'atrium-gateway',
    keepAlive: true,
  })
  pool.on('error', () => {})
  const answered = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  return {
    /**
     * Resolves to true if PostgreSQL responds to `select 1` within two seconds. Concurrent probes
     * share one query. Never throws.
     */
    isUp: shareRun(() => Promise.race([answered(), sleep(withinMs, false, { ref: false })])),
    close: () => void pool.end().catch(() => {}),
  }
}
