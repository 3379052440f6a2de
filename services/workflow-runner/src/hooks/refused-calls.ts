import { setTimeout as sleep } from 'node:timers/promises'
import { commonErrors } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** The limit of badly signed calls per minute, for one client and one address. */
const perMinute = 20
const minuteMs = 60_000
const mostSenders = 50_000
/** The limit to read and verify a call in turn, because the next calls of the network wait for it. */
const turnMs = 3_000

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
  /** Takes a token. Returns false if the sender is beyond the limit. */
  const take = (key: string): boolean => {
    const sender = find(key)
    const hasToken = sender.left >= 1
    senders.set(key, hasToken ? { ...sender, left: sender.left - 1 } : sender)
    return hasToken
  }
  const giveBack = (key: string): void => {
    const sender = find(key)
    senders.set(key, { ...sender, left: Math.min(perMinute, sender.left + 1) })
  }
  const wrong = () =>
    commonErrors.invalid_credentials({ message: 'The request’s signature is missing or wrong' })
  const limited = (key: string) => {
    const missing = 1 - find(key).left
    const seconds = Math.max(1, Math.ceil((missing * minuteMs) / perMinute / 1_000))
    return commonErrors.rate_limited({ details: { retryAfterSeconds: seconds } })
  }
  return {
    /**
     * Returns the result of `check`, which is undefined if the signature is wrong. Checks at once,
     * or in turn if the sender is beyond the limit. Throws `invalid_credentials` (401), or
     * `rate_limited` (429) beyond the limit.
     */
    async verify<R>(key: string, check: () => Promise<R | undefined>): Promise<R> {
      // The token is taken before the body is read. Otherwise a whole burst would be read before
      // its first call is refused.
      if (take(key)) {
        const result = await check()
        if (result === undefined) throw wrong()
        giveBack(key)
        return result
      }
      const result = await find(key).turn(() => endInTime(check))
      if (result === undefined) throw limited(key)
      return result
    },
    /** Returns the error for a call that its headers rule out. */
    refuse: (key: string): Error => (take(key) ? wrong() : limited(key)),
  }
}

/** Returns undefined if `check` takes longer than `turnMs`. */
async function endInTime<R>(check: () => Promise<R | undefined>): Promise<R | undefined> {
  const ended = new AbortController()
  try {
    return await Promise.race([
      check(),
      sleep<undefined>(turnMs, undefined, { signal: ended.signal }),
    ])
  } finally {
    ended.abort()
  }
}
