import type { IncomingMessage } from 'node:http'
import { commonErrors, type Principal } from '@atrium/contracts'
import { readHeader } from '@atrium/http'
import { LRUCache } from 'lru-cache'

/** Thumbnails that anonymous readers of one network may have made in a minute. */
const perMinute = 120
const minuteMs = 60_000
const mostNetworks = 50_000

interface Allowance {
  left: number
  at: number
}

/**
 * Limits the thumbnails that must be made for anonymous readers. Each network has 120, and the
 * allowance refills over a minute. The gateway names the network. A request without a network did
 * not pass the gateway and is not counted.
 */
export function createThumbnailLimit(now: () => number) {
  const allowances = new LRUCache<string, Allowance>({ max: mostNetworks })
  return {
    /** Counts a thumbnail. Throws `rate_limited` (429). */
    take(request: IncomingMessage, principal: Principal | null): void {
      const network = readHeader(request, 'x-forwarded-network')
      if (principal !== null || network === undefined) return
      const at = now()
      const allowance = allowances.get(network) ?? { left: perMinute, at }
      const left = Math.min(
        perMinute,
        allowance.left + ((at - allowance.at) / minuteMs) * perMinute,
      )
      if (left < 1) {
        const retryAfterSeconds = Math.max(1, Math.ceil(((1 - left) * minuteMs) / perMinute / 1000))
        throw commonErrors.rate_limited({ details: { retryAfterSeconds } })
      }
      allowances.set(network, { left: left - 1, at })
    },
  }
}

export type ThumbnailLimit = ReturnType<typeof createThumbnailLimit>
