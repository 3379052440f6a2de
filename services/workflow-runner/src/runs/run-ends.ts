import { WorkflowRunFinished } from '@atrium/contracts'
import { type Bus, subscribe } from '@atrium/messaging'

export type RunEnds = ReturnType<typeof createRunEnds>

/**
 * Wakes requests in this process when their run ends. This process announces its own runs. Other
 * ends (another replica's runs, cancellations, lost runs) arrive as the event
 * `workflow.run_finished`.
 */
export function createRunEnds(bus: Bus) {
  const waiting = new Map<string, () => void>()
  const announce = (runId: string): void => waiting.get(runId)?.()
  const stop = subscribe(bus, bus.subject(`events.*.${WorkflowRunFinished.type}`), {
    name: 'run-ends',
    onMessage(message) {
      if (waiting.size === 0) return
      const { data } = message.json<{ data?: { runId?: unknown } }>()
      if (typeof data?.runId === 'string') announce(data.runId)
    },
  })
  return {
    /** Call it after the end is in the database. */
    announce,
    /**
     * Watches a run until `end` is called. Watch it before its row is committed, or its end can be
     * missed.
     */
    watch(runId: string) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(runId, resolve)
      return {
        /** Resolves when the run ends, after `withinMs`, or when the signal aborts. */
        async ended(withinMs: number, signal: AbortSignal): Promise<void> {
          const timer = setTimeout(resolve, withinMs)
          signal.addEventListener('abort', () => resolve(), { once: true })
          if (signal.aborted) resolve()
          await promise.finally(() => clearTimeout(timer))
        },
        end: (): void => void waiting.delete(runId),
      }
    },
    size: (): number => waiting.size,
    stop,
  }
}
