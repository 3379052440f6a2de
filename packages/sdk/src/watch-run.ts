import { openEventStream } from './event-stream.ts'
import type { Transport } from './transport.ts'

/** One change of a run while it goes: the run's header or one node's row. */
export interface RunChange {
  event: 'run' | 'node'
  data: unknown
}

/** Follows a run live (server-sent events) until it has ended or the caller stops iterating. */
export async function* watchRun(
  transport: Pick<Transport, 'request'>,
  workflowId: string,
  runId: string,
  signal?: AbortSignal,
): AsyncGenerator<RunChange> {
  const path = `/api/workflows/${encodeURIComponent(workflowId)}/runs/${encodeURIComponent(runId)}/events`
  for await (const { event, data } of await openEventStream(transport, path, signal)) {
    if (event === 'run' || event === 'node') yield { event, data: JSON.parse(data) as unknown }
  }
}
