import type { AgentRun, TranscriptEntry } from '@atrium/contracts'
import { isFinalRefusal, type Transport, watchAgentRun } from '@atrium/sdk'

export interface AgentRunReader {
  run(run: AgentRun): void
  /** Entries of the present attempt; `from` is 0 where another attempt begins. */
  entries(from: number, entries: readonly TranscriptEntry[]): void
  /** An attempt to read was refused or failed; after a refusal that lasts there is no further one. */
  failed(error: unknown): void
}

/** Follows a run to its end. A lost connection continues after `pauseMs`; a refusal that lasts ends it. */
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
