import { sliceAt, sliceMs, slicesPerMinute, type Usage } from './usage.ts'

const kept = slicesPerMinute + 1

/** One key's counts, by slice number. */
type Counts = Map<number, number>

/**
 * Counts requests in five-second slices. Keys are kept in two generations of 65 seconds, with
 * `capacity` keys in each.
 */
export function createSlidingCounter(capacity: number) {
  let generation = 0
  let current = new Map<string, Counts>()
  let previous = new Map<string, Counts>()

  const turn = (slice: number): void => {
    const at = Math.floor(slice / kept)
    if (at <= generation) return
    previous = at === generation + 1 ? current : new Map()
    current = new Map()
    generation = at
  }
  /** Adds a slice's count from this or another replica. */
  const merge = (slice: number, key: string, amount: number, now: number): void => {
    const running = sliceAt(now)
    turn(running)
    if (slice > running || slice <= running - kept) return
    const counts: Counts = current.get(key) ?? previous.get(key) ?? new Map()
    if (current.size < capacity) current.set(key, counts)
    for (const old of counts.keys()) if (old <= running - kept) counts.delete(old)
    counts.set(slice, (counts.get(slice) ?? 0) + amount)
  }
  return {
    usage(key: string, now: number): Usage {
      const slice = sliceAt(now)
      turn(slice)
      const found = current.get(key) ?? previous.get(key)
      const counts = Array.from({ length: kept }, (_, age) => found?.get(slice - age) ?? 0)
      return { counts, elapsed: now / sliceMs - slice }
    },
    add: (key: string, now: number): void => merge(sliceAt(now), key, 1, now),
    merge,
    size: () => current.size + previous.size,
  }
}
