import { commonErrors } from '@atrium/contracts'

/**
 * Waits for a slot and returns a function that frees it. A caller has one slot at most. Throws
 * `unavailable` after the longest wait.
 */
type TakePlace = (caller: string, signal: AbortSignal) => Promise<() => void>

interface Waiter {
  readonly caller: string
  readonly admit: () => void
}

/**
 * Limits concurrent work to `total` slots, first come, first served. A waiter whose caller already
 * has a slot lets the others pass. `patienceMs` is the longest wait.
 */
export function createPlaces(total: number, patienceMs: number): TakePlace {
  const holders = new Set<string>()
  const waiting = new Set<Waiter>()

  const admitNext = () => {
    for (const waiter of waiting) {
      if (holders.size >= total) return
      if (holders.has(waiter.caller)) continue
      waiting.delete(waiter)
      holders.add(waiter.caller)
      waiter.admit()
    }
  }

  return async (caller, signal) => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { caller, admit: resolve }
    // Removes the waiter at once. A slot given to a departed waiter would be lost.
    const leave = (reason: unknown) => {
      waiting.delete(waiter)
      reject(reason)
    }
    const timer = setTimeout(() => leave(tooBusy(patienceMs)), patienceMs)
    signal.addEventListener('abort', () => leave(signal.reason), { once: true })
    waiting.add(waiter)
    admitNext()
    await promise.finally(() => clearTimeout(timer))
    return () => {
      holders.delete(caller)
      admitNext()
    }
  }
}

const tooBusy = (patienceMs: number) =>
  commonErrors.unavailable({
    message: 'Too many long requests at once. Try again in a moment.',
    details: { retryAfterSeconds: Math.ceil(patienceMs / 1_000) },
  })
