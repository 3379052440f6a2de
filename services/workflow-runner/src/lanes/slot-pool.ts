import { AsyncLocalStorage } from 'node:async_hooks'
import { asRoutine } from '@atrium/database'
import { LRUCache } from 'lru-cache'
import { createFairTurns, type LaneHead } from './fair-turns.ts'

export interface SlotPoolOptions<T extends { id: string }> {
  slots: number
  /**
   * Returns the first claimable item of each lane after `after`, and the cursor for the next call.
   * An empty cursor is the beginning.
   */
  heads(after: string): Promise<{ heads: LaneHead[]; next: string }>
  claim(wanted: ReadonlyMap<string, number>): Promise<T[]>
  perform(item: T, controller: AbortController): Promise<void>
  laneOf(item: T): string
  failed(error: unknown): void
  /** True if `heads` leaves items out until others have ended. */
  hidesItems?: boolean
}

/** A slot for an item that the caller writes as started. End it with `start` or `free`. */
export interface ReservedSlot<T> {
  start(item: T): void
  /** Has no effect after `start`. */
  free(): void
}

/** The limit of remembered ids, for messages about items that were started here. */
const mostKnown = 2_000

/**
 * Claims queue rows fairly for the free slots. A poke only triggers a read of the queue, because
 * the rows are authoritative.
 */
export function createSlotPool<T extends { id: string }>(options: SlotPoolOptions<T>) {
  const { slots } = options
  const turns = createFairTurns()
  // Reads run outside the context of their trigger, because the request or message did not cause
  // the items.
  const outside = AsyncLocalStorage.snapshot()
  const running = new Map<
    string,
    { lane: string; controller: AbortController; done: Promise<void> }
  >()
  const reserved = new Map<string, string>()
  const known = new LRUCache<string, true>({ max: mostKnown })
  const freed = new Set<() => void>()
  // One read covers a limited number of lanes. The next read continues after the last lane.
  let after = ''
  let looking: Promise<void> | undefined
  let read = Promise.withResolvers<void>()
  const endRead = (): void => {
    read.resolve()
    read = Promise.withResolvers<void>()
  }
  let again = false
  let stopped = false
  // True if the last read has left nothing in the queue, and nothing was queued since.
  let drained = false
  let pokes = 0

  const heldBy = (lane: string): number =>
    [...running.values()].filter((each) => each.lane === lane).length +
    [...reserved.values()].filter((each) => each === lane).length
  const countFree = (): number => slots - running.size - reserved.size
  const free = (): void => {
    for (const resolve of freed) resolve()
    freed.clear()
  }
  const start = (item: T): void => {
    const lane = options.laneOf(item)
    turns.served(lane, 1)
    known.set(item.id, true)
    const controller = new AbortController()
    const done = options.perform(item, controller).finally(() => {
      // A parked run may be claimed again before its last turn has ended here.
      if (running.get(item.id)?.controller === controller) running.delete(item.id)
      free()
      if (!drained) poke()
    })
    running.set(item.id, { lane, controller, done })
  }
  const lookOnce = async (): Promise<void> => {
    do {
      again = false
      const room = countFree()
      if (room <= 0 || stopped) return
      const heard = pokes
      const { heads, next } = await asRoutine('upkeep', () => options.heads(after))
      const wrapped = after !== ''
      after = next
      const wanted = turns.choose(heads, room, heldBy)
      const claimed = wanted.size === 0 ? [] : await options.claim(wanted)
      claimed.forEach(start)
      const left = Map.groupBy(claimed, options.laneOf)
      // A lane without a turn waits. A lane whose turns were all used may have more items.
      const isEmptied = ({ lane }: LaneHead): boolean =>
        (left.get(lane)?.length ?? 0) < (wanted.get(lane) ?? 0)
      const isRead = next === '' && !wrapped && heads.every(isEmptied)
      drained = isRead && heard === pokes && options.hidesItems !== true
      if ((claimed.length > 0 && !isRead) || wrapped) again = true
      endRead()
    } while (again && !stopped)
  }
  const poke = (): void => {
    again = true
    drained = false
    pokes += 1
    if (looking !== undefined || stopped) return
    looking = outside(lookOnce)
      .catch((error: unknown) => {
        drained = false
        options.failed(error)
      })
      .finally(() => {
        looking = undefined
        endRead()
        if (again && !stopped && running.size < slots) poke()
      })
  }
  const abort = (ids: readonly string[], reason?: unknown): void => {
    for (const id of ids) running.get(id)?.controller.abort(reason)
  }
  return {
    poke,
    /**
     * Resolves after a read of the queue that is in progress. Otherwise `reserve` would refuse every
     * item that arrives during the read, although it may find the queue empty.
     */
    whenRead: async (): Promise<void> => (looking === undefined ? undefined : read.promise),
    /**
     * Takes a slot for an item that is not in the queue. Returns undefined if an item may wait in
     * the queue, or if it is not this lane's turn.
     */
    reserve(lane: string, id: string): ReservedSlot<T> | undefined {
      if (stopped || !drained) return undefined
      const head = { lane, priority: 0, runId: id }
      if (!turns.choose([head], countFree(), heldBy).has(lane)) return undefined
      reserved.set(id, lane)
      return {
        start(item) {
          if (!reserved.delete(id)) return
          start(item)
          // A stop that waits for the reservation begins its grace period.
          free()
        },
        free() {
          if (!reserved.delete(id)) return
          free()
          if (!drained) poke()
        },
      }
    },
    /** True if the item was started here lately. */
    hasStarted: (id: string): boolean => known.has(id),
    /** Resolves after a read of the queue with a free slot. Used by the job messages. */
    async look(): Promise<void> {
      while (running.size >= slots && !stopped)
        await new Promise<void>((resolve) => freed.add(resolve))
      poke()
      await looking
    },
    running: (): string[] => [...running.keys()],
    reserved: (): string[] => [...reserved.keys()],
    abort,
    /** Stops claiming and waits for running items. Aborts them with `reason` after `graceMs`. */
    async stop(graceMs?: number, reason?: unknown): Promise<void> {
      stopped = true
      free()
      await looking
      while (reserved.size > 0) await new Promise<void>((resolve) => freed.add(resolve))
      const all = Promise.all([...running.values()].map(({ done }) => done))
      const abortAll = () => abort([...running.keys()], reason)
      const timer = graceMs === undefined ? undefined : setTimeout(abortAll, graceMs)
      await all
      clearTimeout(timer)
    },
  }
}

export type SlotPool<T extends { id: string } = { id: string }> = ReturnType<
  typeof createSlotPool<T>
>
