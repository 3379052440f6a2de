import type { Transport } from './transport.ts'

/** One change of a run while it goes: the run's header or one node's row. */
export interface RunChange {
  event: 'run' | 'node'
  data: unknown
}

/** Follows a run live (server-sent events) until it has ended or the caller stops iterating. */
export async function* watchRun(
  transport: Transport,
  workflowId: string,
  runId: string,
  signal?: AbortSignal,
): AsyncGenerator<RunChange> {
  const path = `/api/workflows/${encodeURIComponent(workflowId)}/runs/${encodeURIComponent(runId)}/events`
  const response = await transport.request(path, {
    timeoutMs: null,
    headers: { accept: 'text/event-stream' },
    ...(signal === undefined ? {} : { signal }),
  })
  let rest = ''
  for await (const text of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(
    new TextDecoderStream(),
  )) {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const change = parseBlock(block)
      if (change !== undefined) yield change
    }
  }
}

function parseBlock(block: string): RunChange | undefined {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n')
  const event = field('event')
  if (event !== 'run' && event !== 'node') return undefined
  return { event, data: JSON.parse(field('data')) as unknown }
}
