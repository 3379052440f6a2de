import { WorkflowRunFinished } from '@atrium/contracts'
import { type Bus, subscribe } from '@atrium/messaging'
import type { RunResult } from '../database.ts'
import type { RunOutcome } from '../engine/index.ts'

/** The end of a run as it is in the database. */
export interface RunEnd {
  status: RunOutcome['status']
  result: RunResult | null
}

export type RunEnds = ReturnType<typeof createRunEnds>

/**
 * Wakes requests and live views in this process when their run ends. This process announces its own runs. Other
 * ends (another replica's runs, cancellations, lost runs) arrive as the event
 * `workflow.run_finished`.
 */
export function createRunEnds(bus: Bus) {
  const listeners = new Map<string, Set<(end?: RunEnd) => void>>()
  let waiting = 0
  const announce = (runId: string, end?: RunEnd): void => {
    for (const listener of listeners.get(runId) ?? []) listener(end)
  }
  const listen = (runId: string, listener: (end?: RunEnd) => void): (() => void) => {
    const all = listeners.get(runId) ?? new Set()
    listeners.set(runId, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0) listeners.delete(runId)
    }
  }
  const stop = subscribe(bus, bus.subject(`events.*.${WorkflowRunFinished.type}`), {
    name: 'run-ends',
    onMessage(message) {
      if (listeners.size === 0) return
      const { data } = message.json<{ data?: { runId?: unknown } }>()
      if (typeof data?.runId === 'string') announce(data.runId)
    },
  })
  return {
    /** Call it after the end is in the database. A waiting request without `end` reads it. */
    announce,
    /** Calls the listener at the end of a run. Returns a function to stop that. */
    listen,
    /**
     * Watches a run until `end` is called. Watch it before its row is committed, or its end can be
     * missed.
     */
    watch(runId: string) {
      const { promise, resolve } = Promise.withResolvers<RunEnd | undefined>()
      const unlisten = listen(runId, resolve)
      waiting += 1
      return {
        /** Resolves when the run ends, after `withinMs`, or when the signal aborts. */
        async ended(withinMs: number, signal: AbortSignal): Promise<RunEnd | undefined> {
          const timer = setTimeout(() => resolve(undefined), withinMs)
          signal.addEventListener('abort', () => resolve(undefined), { once: true })
          if (signal.aborted) resolve(undefined)
          return promise.finally(() => clearTimeout(timer))
        },
        end(): void {
          unlisten()
          waiting -= 1
        },
      }
    },
    /** The number of requests that wait. */
    size: (): number => waiting,
    stop,
  }
}
