import type { Context } from 'hono'
import type { AppEnv } from './environment.ts'

/**
 * Answers a file in the parts of a source, each read when the caller takes it; one who leaves ends the source. A failure
 * cuts the connection: the end of a chunked answer would make a part pass for the whole.
 */
export function answerLines(
  c: Context<AppEnv>,
  { name, type }: { name: string; type: string },
  parts: AsyncIterable<string>,
): Response {
  c.header('content-type', `${type}; charset=utf-8`)
  c.header('content-disposition', `attachment; filename="${name}"`)
  return c.body(ReadableStream.from(encoded(parts)))
}

async function* encoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
