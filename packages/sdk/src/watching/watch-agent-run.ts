import type { AgentRun, TranscriptEntry } from '@atrium/contracts'
import { fillPath } from '../fill-path.ts'
import type { Transport } from '../transport.ts'
import { openEventStream } from './event-stream.ts'

/** An agent run's state, or new entries in its transcript. */
export type AgentRunChange =
  | { event: 'run'; data: AgentRun }
  | {
      event: 'transcript'
      data: { attempt: number; from: number; entries: TranscriptEntry[]; next: number }
    }

/**
 * Yields an agent run's states and its transcript after `after`, until the run ends or five minutes
 * have passed.
 */
export async function* watchAgentRun(
  transport: Pick<Transport, 'request'>,
  id: string,
  { after, signal }: { after?: { attempt: number; next: number }; signal?: AbortSignal } = {},
): AsyncGenerator<AgentRunChange> {
  const path = fillPath('/api/agent-runs/{id}/events', { id })
  const headers = after === undefined ? {} : { 'last-event-id': `${after.attempt}:${after.next}` }
  for await (const { event, data } of await openEventStream(transport, path, signal, headers)) {
    if (event === 'run' || event === 'transcript')
      yield { event, data: JSON.parse(data) } as AgentRunChange
  }
}
