import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Transport } from '../transport.ts'

/** A stream message. The client defines its own type, so its users do not depend on the parser. */
interface StreamMessage {
  id?: string | undefined
  event?: string | undefined
  data: string
}

/**
 * Opens a server-sent event stream and yields its messages until it ends. Throws the same errors as
 * `Transport.request`.
 */
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
    body ??
    new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.close() })
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}
