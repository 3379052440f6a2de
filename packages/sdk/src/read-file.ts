import type { Operation } from '@atrium/contracts'
import type { CallInput, CallOptions, Transport } from './transport.ts'

/** A file that the platform answers, unread: a PDF, a CSV, an archive. */
export interface FileAnswer {
  contentType: string
  /** The name that the platform proposes for it. */
  fileName: string | undefined
  /** Bytes, where the platform states them before. */
  size: number | undefined
  /** Its bytes as they come; read it, `bytes` or `text`, and only one of them. */
  stream: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
}

/** Asks for a file; no time limit bounds its download. Throws `AtriumError`. */
export async function readFile<const O extends Operation>(
  transport: Pick<Transport, 'send'>,
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): Promise<FileAnswer> {
  const response = await transport.send(operation, input, options, null)
  const length = response.headers.get('content-length')
  return {
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    fileName: fileNameOf(response.headers.get('content-disposition') ?? ''),
    size: length === null ? undefined : Number(length),
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
  }
}

/** RFC 6266; the encoded form is preferred. A name is one of a file, never a path. */
function fileNameOf(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? []
  const name = decoded(encoded) ?? plain
  return name?.split(/[/\\]/).at(-1) || undefined
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
