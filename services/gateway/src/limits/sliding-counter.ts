import { type Usage, windowAt, windowMs } from './usage.ts'

/** Counts of one kind of key, kept for two windows. */
export interface SlidingCounter {
  /** What a key has used at `now` (milliseconds). */
  usage(key: string, now: number): Usage
  /** Counts one request. */
  add(key: string, now: number): void
  /** Adds what another replica counted in a window. */
  merge(window: number, key: string, amount: number, now: number): void
  /** Keys that are remembered. */
  size(): number
}

/**
 * Counts per key and window. At most `capacity` keys are remembered per window; those on top are not counted, for it
 * takes that many distinct callers within one minute to get there.
 */
export function createSlidingCounter(capacity: number): SlidingCounter {
  let window = 0
  let current = new Map<string, number>()
  let previous = new Map<string, number>()

  const turn = (now: number): void => {
    const at = windowAt(now)
    if (at <= window) return
    previous = at === window + 1 ? current : new Map()
    current = new Map()
    window = at
  }
  const addTo = (counts: Map<string, number>, key: string, amount: number): void => {
    const known = counts.get(key)
    if (known !== undefined) counts.set(key, known + amount)
    else if (counts.size < capacity) counts.set(key, amount)
  }
  return {
    usage(key, now) {
      turn(now)
      const elapsed = Math.min(1, Math.max(0, now / windowMs - window))
      return { before: previous.get(key) ?? 0, here: current.get(key) ?? 0, elapsed }
    },
    add(key, now) {
      turn(now)
      addTo(current, key, 1)
    },
    merge(at, key, amount, now) {
      turn(now)
      if (at === window) addTo(current, key, amount)
      else if (at === window - 1) addTo(previous, key, amount)
    },
    size: () => current.size + previous.size,
  }
}
