import type { RunHeader } from '@atrium/contracts'
import { isFinalRefusal, type RunChange, type Transport, watchRun } from '@atrium/sdk'
import { isGoing } from './run-layer.ts'

/**
 * Follows a run until it ends, and reconnects if the stream is lost. Returns true if the run must
 * be read again.
 */
export async function followRun(
  transport: Pick<Transport, 'request'>,
  { id, workflowId }: Pick<RunHeader, 'id' | 'workflowId'>,
  show: (change: RunChange) => void,
  { signal, pauseMs = 1_000 }: { signal: AbortSignal; pauseMs?: number },
): Promise<boolean> {
  while (!signal.aborted) {
    try {
      let over = false
      for await (const change of watchRun(transport, workflowId, id, signal)) {
        show(change)
        if (change.event === 'run') over = !isGoing(change.data as RunHeader)
      }
      if (over) return !signal.aborted
    } catch (error) {
      if (isFinalRefusal(error)) return !signal.aborted
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}
