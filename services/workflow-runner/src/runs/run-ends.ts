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
 * Wakes requests in this process when their run ends. This process announces its own runs. Other
 * ends (another replica's runs, cancellations, lost runs) arrive as the event
 * `workflow.run_finished`.
 */
export function createRunEnds(bus: Bus) {
  const waiting = new Map<string, (end?: RunEnd) => void>()
  const announce = (runId: string, end?: RunEnd): void => waiting.get(runId)?.(end)
  const stop = subscribe(bus, bus.subject(`events.*.${WorkflowRunFinished.type}`), {
    name: 'run-ends',
    onMessage(message) {
      if (waiting.size === 0) return
      const { data } = message.json<{ data?: { runId?: unknown } }>()
      if (typeof data?.runId === 'string') announce(data.runId)
    },
  })
  return {
    /** Call it after the end is in the database. A waiting request without `end` reads it. */
    announce,
    /**
     * Watches a run until `end` is called. Watch it before its row is committed, or its end can be
     * missed.
     */
    watch(runId: string) {
      const { promise, resolve } = Promise.withResolvers<RunEnd | undefined>()
      waiting.set(runId, resolve)
      return {
        /** Resolves when the run ends, after `withinMs`, or when the signal aborts. */
        async ended(withinMs: number, signal: AbortSignal): Promise<RunEnd | undefined> {
          const timer = setTimeout(() => resolve(undefined), withinMs)
          signal.addEventListener('abort', () => resolve(undefined), { once: true })
          if (signal.aborted) resolve(undefined)
          return promise.finally(() => clearTimeout(timer))
        },
        end: (): void => void waiting.delete(runId),
      }
    },
    size: (): number => waiting.size,
    stop,
  }
}
