import type { Operation } from '@atrium/contracts'
import type { CallInput, CallOptions, Transport } from './transport.ts'

/** A file from the platform, unread: a PDF, a CSV, an archive. */
export interface FileAnswer {
  contentType: string
  /** The file name suggested by the platform. */
  fileName: string | undefined
  /** Bytes, if the platform states the size in advance. */
  size: number | undefined
  /** The bytes as they arrive. Use only one of `stream`, `bytes` and `text`. */
  stream: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
}

/** Requests a file. The download has no timeout. Throws `AtriumError`. */
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
    fileName: parseFileName(response.headers.get('content-disposition') ?? ''),
    size: length === null ? undefined : Number(length),
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
  }
}

/** Returns the file name (RFC 6266) and prefers the encoded form. The result is never a path. */
function parseFileName(disposition: string): string | undefined {
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
