import type { AgentRun, TranscriptEntry } from '@atrium/contracts'
import { isFinalRefusal, type Transport, watchAgentRun } from '@atrium/sdk'

export interface AgentRunReader {
  run(run: AgentRun): void
  /** Receives entries of the current attempt. `from` is 0 if a new attempt begins. */
  entries(from: number, entries: readonly TranscriptEntry[]): void
  /** Receives the error of a failed read. No further read follows a final refusal. */
  failed(error: unknown): void
}

/**
 * Follows a run until it ends. Reconnects after `pauseMs` if the connection is lost. Stops at a
 * final refusal.
 */
export async function followAgentRun(
  transport: Pick<Transport, 'request'>,
  id: string,
  reader: AgentRunReader,
  { signal, pauseMs = 1_000 }: { signal: AbortSignal; pauseMs?: number },
): Promise<void> {
  let after: { attempt: number; next: number } | undefined
  while (!signal.aborted) {
    try {
      let over = false
      const options = { signal, ...(after === undefined ? {} : { after }) }
      for await (const { event, data } of watchAgentRun(transport, id, options)) {
        if (event === 'run') {
          over = data.finishedAt !== null
          reader.run(data)
        } else {
          after = { attempt: data.attempt, next: data.next }
          reader.entries(data.from, data.entries)
        }
      }
      if (over) return
    } catch (error) {
      if (signal.aborted) return
      reader.failed(error)
      if (isFinalRefusal(error)) return
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
