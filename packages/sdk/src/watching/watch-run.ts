import { fillPath } from '../fill-path.ts'
import type { Transport } from '../transport.ts'
import { openEventStream } from './event-stream.ts'

/** One change of an active run: the run's header or one node's row. */
export interface RunChange {
  event: 'run' | 'node'
  data: unknown
}

/**
 * Yields a run's changes live (server-sent events) until the run ends or the caller stops
 * iterating.
 */
export async function* watchRun(
  transport: Pick<Transport, 'request'>,
  workflowId: string,
  runId: string,
  signal?: AbortSignal,
): AsyncGenerator<RunChange> {
  const path = fillPath('/api/workflows/{workflowId}/runs/{runId}/events', { workflowId, runId })
  for await (const { event, data } of await openEventStream(transport, path, signal)) {
    if (event === 'run' || event === 'node') yield { event, data: JSON.parse(data) as unknown }
  }
}
