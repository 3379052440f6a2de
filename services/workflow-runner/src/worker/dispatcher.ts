import { AsyncLocalStorage } from 'node:async_hooks'
import { onOutbox } from '@atrium/database'
import type { QueueName } from '../database.ts'
import type { Deps } from '../deps.ts'
import { type ClaimedRun, claimRuns, laneHeads, mostLanes } from './claim-runs.db.ts'
import { createFairTurns } from './fair-turns.ts'
import { performRun, shutdown } from './perform-run.ts'
import type { RunWriter } from './run-writer.db.ts'

export interface DispatcherOptions {
  deps: Deps
  queue: QueueName
  slots: number
  writer: RunWriter
  workerId: () => string
}

/** The slots of one queue in this process. */
export interface Dispatcher {
  /** Looks for work soon; cheap, and safe to call at any time. */
  poke(): void
  /** Resolves once a slot is free and the queue was looked at; what a job's message asks for. */
  look(): Promise<void>
  /** Ids of the runs that go on here. */
  running(): string[]
  /** Stops waiting for a run: it was cancelled, or is another worker's now. */
  abandon(runIds: readonly string[]): void
  /** Takes nothing more, waits so many milliseconds for what runs, then abandons it. */
  stop(graceMs: number): Promise<void>
}

interface Running {
  lane: string
  controller: AbortController
  done: Promise<void>
}

/**
 * Works off a queue. PostgreSQL's rows are the truth: whenever a slot is free and somebody says that there may
 * be work (a message, a commit in this process, a run that ended, the sweep), the next runs by turn are claimed.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { deps, queue, slots } = options
  const turns = createFairTurns()
  // Whoever rings (a request, a message) is not the cause of the runs that are found.
  const outside = AsyncLocalStorage.snapshot()
  const running = new Map<string, Running>()
  const freed = new Set<() => void>()
  // Where the next look begins: with more lanes than one look reads, each look goes on behind the last one.
  let after = ''
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  const start = (run: ClaimedRun): void => {
    const controller = new AbortController()
    const done = performRun(deps, options.writer, run, controller)
      .then(
        (outcome) => deps.logger.debug({ runId: run.id, org: run.orgId, outcome: outcome.status }, 'run'),
        // The row stays `running`; the lease's end will settle it.
        (error: unknown) => deps.logger.error({ err: error, runId: run.id }, 'a run could not be written'),
      )
      .finally(() => {
        running.delete(run.id)
        for (const resolve of freed) resolve()
        freed.clear()
        poke()
      })
    running.set(run.id, { lane: run.lane, controller, done })
  }
  const heldBy = (lane: string): number => [...running.values()].filter((run) => run.lane === lane).length
  const lookOnce = async (): Promise<void> => {
    do {
      again = false
      const free = slots - running.size
      if (free <= 0 || stopped) return
      const heads = await laneHeads(deps.db, queue, after)
      const wrapped = after !== ''
      after = heads.length < mostLanes ? '' : (heads.at(-1)?.lane ?? '')
      if (heads.length === 0) {
        again ||= wrapped
        continue
      }
      const wanted = turns.choose(heads, free, heldBy)
      const claimed = wanted.size === 0 ? [] : await claimRuns(deps.db, queue, options.workerId(), wanted)
      for (const run of claimed) {
        turns.served(run.lane, 1)
        start(run)
      }
      // A lane may hold more than was asked of it, and another worker may have been faster.
      if (claimed.length > 0 || wrapped) again = true
    } while (again && !stopped)
  }
  const poke = (): void => {
    again = true
    if (looking !== undefined || stopped) return
    looking = outside(lookOnce)
      .catch((error: unknown) => deps.logger.warn({ err: error, queue }, '[runs] cannot look for work'))
      .finally(() => {
        looking = undefined
        if (again && !stopped && running.size < slots) poke()
      })
  }
  const unsubscribe = onOutbox(deps.db, poke)

  return {
    poke,
    async look() {
      while (running.size >= slots && !stopped) await new Promise<void>((resolve) => freed.add(resolve))
      poke()
      await looking
    },
    running: () => [...running.keys()],
    abandon(runIds) {
      for (const id of runIds) running.get(id)?.controller.abort()
    },
    async stop(graceMs) {
      stopped = true
      unsubscribe()
      for (const resolve of freed) resolve()
      await looking
      const all = Promise.all([...running.values()].map((run) => run.done))
      const timer = setTimeout(() => {
        for (const run of running.values()) run.controller.abort(shutdown)
      }, graceMs)
      await all
      clearTimeout(timer)
    },
  }
}
