import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import type { Transport } from './transport.ts'

/** Opens a server-sent event stream and reads its messages until it ends. Throws as `Transport.request` does. */
export async function openEventStream(
  transport: Pick<Transport, 'request'>,
  path: string,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<AsyncIterable<EventSourceMessage>> {
  const { body } = await transport.request(path, {
    timeoutMs: null,
    headers: { accept: 'text/event-stream', ...headers },
    ...(signal === undefined ? {} : { signal }),
  })
  const bytes =
    body ?? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() })
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}
