import { sliceAt, sliceMs, slicesPerMinute, type Usage } from './usage.ts'

/** Counts of one kind of key over the last minute. */
export interface SlidingCounter {
  /** The usage of a key at `now` (milliseconds). */
  usage(key: string, now: number): Usage
  /** Counts one request. */
  add(key: string, now: number): void
  /** Adds the count of another replica in a slice. */
  merge(slice: number, key: string, amount: number, now: number): void
  /** The number of counted keys. */
  size(): number
}

const kept = slicesPerMinute + 1

/** The counts of one key in a ring; `at` is the slice of the last change. */
interface Ring {
  at: number
  readonly counts: Uint32Array
}

const countIn = ({ at, counts }: Ring, slice: number): number =>
  slice > at || slice <= at - kept ? 0 : (counts[slice % kept] ?? 0)

function addTo(ring: Ring, slice: number, amount: number): void {
  if (slice > ring.at) {
    for (let next = Math.max(ring.at + 1, slice - slicesPerMinute); next <= slice; next += 1) {
      ring.counts[next % kept] = 0
    }
    ring.at = slice
  }
  if (slice > ring.at - kept) ring.counts[slice % kept] = (ring.counts[slice % kept] ?? 0) + amount
}

/**
 * Counts per key in slices of five seconds, so that the limit on a burst does not depend on the minute of the clock.
 * Keys live in two generations of 65 seconds, each of `capacity` keys at most; further keys are not counted.
 */
export function createSlidingCounter(capacity: number): SlidingCounter {
  let generation = 0
  let current = new Map<string, Ring>()
  let previous = new Map<string, Ring>()

  const turn = (slice: number): void => {
    const at = Math.floor(slice / kept)
    if (at <= generation) return
    previous = at === generation + 1 ? current : new Map()
    current = new Map()
    generation = at
  }
  const ringOf = (key: string, slice: number): Ring | undefined => {
    const known = current.get(key)
    if (known !== undefined) return known
    const older = previous.get(key)
    if (current.size >= capacity) return older
    const ring = older ?? { at: slice, counts: new Uint32Array(kept) }
    current.set(key, ring)
    return ring
  }
  return {
    usage(key, now) {
      const slice = sliceAt(now)
      turn(slice)
      const ring = current.get(key) ?? previous.get(key)
      const counts = Array.from({ length: kept }, (_, age) =>
        ring === undefined ? 0 : countIn(ring, slice - age),
      )
      return { counts, elapsed: now / sliceMs - slice }
    },
    add(key, now) {
      const slice = sliceAt(now)
      turn(slice)
      const ring = ringOf(key, slice)
      if (ring !== undefined) addTo(ring, slice, 1)
    },
    merge(slice, key, amount, now) {
      const running = sliceAt(now)
      turn(running)
      if (slice > running || slice <= running - kept) return
      const ring = ringOf(key, running)
      if (ring !== undefined) addTo(ring, slice, amount)
    },
    size: () => current.size + previous.size,
  }
}
