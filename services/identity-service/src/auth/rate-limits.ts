import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** Attempts per address; docs/reference/http.md, "Limits"; fewer on sign-in. */
const rules = {
  '/sign-in/*': { window: 60, max: 10 },
  '/sign-up/*': { window: 60, max: 10 },
  '/request-password-reset': { window: 60, max: 5 },
  '/reset-password': { window: 60, max: 10 },
  '/send-verification-email': { window: 60, max: 5 },
  '/change-password': { window: 60, max: 10 },
  '/change-email': { window: 60, max: 10 },
}

/**
 * Limits that hold across replicas: one statement counts a request in a window that begins with its first. The
 * key names the client's address, of which IPv6 counts by its /64.
 */
export const databaseRateLimits = (deps: Pick<Deps, 'config' | 'db'>) => ({
  enabled: deps.config.rateLimits,
  window: 60,
  max: 600,
  customRules: rules,
  customStorage: {
    async consume(key: string, rule: { window: number; max: number }) {
      const { rows } = await sql<{ count: number; left: number }>`
        insert into rate_limits as l (key, count, window_ends) values
          (${key}, 1, now() + make_interval(secs => ${rule.window}))
        on conflict (key) do update set
          count = case when l.window_ends <= now() then 1 else l.count + 1 end,
          window_ends = case when l.window_ends <= now() then excluded.window_ends else l.window_ends end
        returning count, ceil(extract(epoch from window_ends - now()))::int as left`.execute(deps.db)
      const row = rows[0]
      const allowed = row === undefined || row.count <= rule.max
      return { allowed, retryAfter: allowed ? null : Math.max(1, row.left) }
    },
  },
})
