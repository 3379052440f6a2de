import { commonErrors } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** The limit of badly signed calls per minute, for one client and one address. */
const perMinute = 20
const minuteMs = 60_000
const mostSenders = 50_000

interface Sender {
  left: number
  at: number
  turn: LimitFunction
}

/**
 * Counts the badly signed calls of one network to one address. Beyond the limit, the network's
 * calls are verified one after the other. They cannot keep the service busy with bodies and
 * signatures, and a correctly signed call still gets through.
 */
export function createRefusedCalls(now: () => Date) {
  const senders = new LRUCache<string, Sender>({ max: mostSenders })
  const find = (key: string): Sender => {
    const at = now().getTime()
    const known = senders.get(key)
    if (known === undefined) return { left: perMinute, at, turn: pLimit(1) }
    const regained = ((at - known.at) / minuteMs) * perMinute
    return { ...known, at, left: Math.min(perMinute, known.left + regained) }
  }
  return {
    /** Verifies a call at once, or in turn if the sender is beyond the limit. */
    inTurn<R>(key: string, check: () => Promise<R>): Promise<R> {
      const sender = find(key)
      return sender.left < 1 ? sender.turn(check) : check()
    },
    /** Returns `invalid_credentials` (401), or `rate_limited` (429) beyond the limit. */
    refuse(key: string): Error {
      const sender = find(key)
      if (sender.left < 1) {
        senders.set(key, sender)
        const seconds = Math.max(1, Math.ceil(((1 - sender.left) * minuteMs) / perMinute / 1_000))
        return commonErrors.rate_limited({ details: { retryAfterSeconds: seconds } })
      }
      senders.set(key, { ...sender, left: sender.left - 1 })
      return commonErrors.invalid_credentials({
        message: 'The signature of the call is missing or wrong',
      })
    },
  }
}
