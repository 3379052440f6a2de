import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairTurns, type LaneHead } from './fair-turns.ts'

export interface SlotPoolOptions<T extends { id: string }> {
  slots: number
  /** The first claimable item of each lane behind `after`, and the start of the next look ('' is the beginning). */
  heads(after: string): Promise<{ heads: LaneHead[]; next: string }>
  claim(wanted: ReadonlyMap<string, number>): Promise<T[]>
  perform(item: T, controller: AbortController): Promise<void>
  laneOf(item: T): string
  failed(error: unknown): void
}

/** The rows of a queue are the truth: every poke leads to a look, which claims by turns for the free slots. */
export function createSlotPool<T extends { id: string }>(options: SlotPoolOptions<T>) {
  const { slots } = options
  const turns = createFairTurns()
  // A look runs outside the context of the request or message that leads to it, which did not cause its items.
  const outside = AsyncLocalStorage.snapshot()
  const running = new Map<
    string,
    { lane: string; controller: AbortController; done: Promise<void> }
  >()
  const freed = new Set<() => void>()
  // With more lanes than one look reads, each look continues behind the last one.
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
      // A lane may hold more items, and another worker may have been faster.
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
    /** Resolves after a look at the queue with a free slot; for a job's message. */
    async look(): Promise<void> {
      while (running.size >= slots && !stopped)
        await new Promise<void>((resolve) => freed.add(resolve))
      poke()
      await looking
    },
    running: (): string[] => [...running.keys()],
    abort,
    /** Claims no more and waits for its items; aborts them with `reason` after so many milliseconds. */
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
