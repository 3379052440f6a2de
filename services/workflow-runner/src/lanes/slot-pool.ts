import { AsyncLocalStorage } from 'node:async_hooks'
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
}

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
  const freed = new Set<() => void>()
  // One read covers a limited number of lanes. The next read continues after the last lane.
  let after = ''
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const heldBy = (lane: string): number =>
    [...running.values()].filter((each) => each.lane === lane).length
  const free = (): void => {
    for (const resolve of freed) resolve()
    freed.clear()
  }
  const start = (item: T): void => {
    const lane = options.laneOf(item)
    turns.served(lane, 1)
    const controller = new AbortController()
    const done = options.perform(item, controller).finally(() => {
      // A parked run may be claimed again before its last turn has ended here.
      if (running.get(item.id)?.controller === controller) running.delete(item.id)
      free()
      poke()
    })
    running.set(item.id, { lane, controller, done })
  }
  const lookOnce = async (): Promise<void> => {
    do {
      again = false
      const room = slots - running.size
      if (room <= 0 || stopped) return
      const { heads, next } = await options.heads(after)
      const wrapped = after !== ''
      after = next
      const wanted = turns.choose(heads, room, heldBy)
      const claimed = wanted.size === 0 ? [] : await options.claim(wanted)
      claimed.forEach(start)
      // A lane may have more items, or another worker may have claimed some first.
      if (claimed.length > 0 || wrapped) again = true
    } while (again && !stopped)
  }
  const poke = (): void => {
    again = true
    if (looking !== undefined || stopped) return
    looking = outside(lookOnce)
      .catch(options.failed)
      .finally(() => {
        looking = undefined
        if (again && !stopped && running.size < slots) poke()
      })
  }
  const abort = (ids: readonly string[], reason?: unknown): void => {
    for (const id of ids) running.get(id)?.controller.abort(reason)
  }
  return {
    poke,
    /** Resolves after a read of the queue with a free slot. Used by the job messages. */
    async look(): Promise<void> {
      while (running.size >= slots && !stopped)
        await new Promise<void>((resolve) => freed.add(resolve))
      poke()
      await looking
    },
    running: (): string[] => [...running.keys()],
    abort,
    /** Stops claiming and waits for running items. Aborts them with `reason` after `graceMs`. */
    async stop(graceMs?: number, reason?: unknown): Promise<void> {
      stopped = true
      free()
      await looking
      const all = Promise.all([...running.values()].map(({ done }) => done))
      const abortAll = () => abort([...running.keys()], reason)
      const timer = graceMs === undefined ? undefined : setTimeout(abortAll, graceMs)
      await all
      clearTimeout(timer)
    },
  }
}

export type SlotPool = ReturnType<typeof createSlotPool>
