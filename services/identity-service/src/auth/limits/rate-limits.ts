import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { countAttempt } from './rate-limits.db.ts'

/** Attempts per client address, with `window` in seconds (docs/reference/http.md, "Limits"). */
const rules = {
  '/sign-in/*': { window: 60, max: 10 },
  '/sign-up/*': { window: 60, max: 10 },
  '/request-password-reset': { window: 60, max: 5 },
  '/two-factor/*': { window: 60, max: 10 },
  '/reset-password': { window: 60, max: 10 },
  '/send-verification-email': { window: 60, max: 5 },
  '/change-password': { window: 60, max: 10 },
  '/change-email': { window: 60, max: 10 },
  '/delete-user': { window: 60, max: 10 },
}

/**
 * Limits attempts across all replicas. The key contains the client's address. IPv6 addresses count
 * by their /64.
 */
export const databaseRateLimits = (deps: Pick<Deps, 'config' | 'db'>) => ({
  enabled: deps.config.rateLimits,
  window: 60,
  max: 600,
  customRules: rules,
  customStorage: {
    async consume(key: string, { window, max }: { window: number; max: number }) {
      const { count, left } = await inTransaction(deps.db, undefined, (tx) =>
        countAttempt(tx, key, window),
      )
      return count <= max
        ? { allowed: true, retryAfter: null }
        : { allowed: false, retryAfter: Math.max(1, left) }
    },
  },
})
