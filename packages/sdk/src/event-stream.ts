import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Transport } from './transport.ts'

/** A message of a stream; the type is the client's own, so that its users need no parser of it. */
interface StreamMessage {
  id?: string | undefined
  event?: string | undefined
  data: string
}

/** Opens a server-sent event stream and reads its messages until it ends. Throws as `Transport.request` does. */
export async function openEventStream(
  transport: Pick<Transport, 'request'>,
  path: string,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<AsyncIterable<StreamMessage>> {
  const { body } = await transport.request(path, {
    timeoutMs: null,
    headers: { accept: 'text/event-stream', ...headers },
    ...(signal === undefined ? {} : { signal }),
  })
  const bytes =
    body ?? new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() })
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}
