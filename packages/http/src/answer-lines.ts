import type { Context } from 'hono'
import type { AppEnv } from './environment.ts'

/**
 * Responds with a file in parts and reads the source at the client's speed. Cuts the connection if
 * the source fails, so a part does not look like the whole file.
 */
export function answerLines(
  c: Context<AppEnv>,
  { name, type }: { name: string; type: string },
  parts: AsyncIterable<string>,
): Response {
  c.header('content-type', `${type}; charset=utf-8`)
  c.header('content-disposition', `attachment; filename="${name}"`)
  const encoder = new TextEncoder()
  const source = parts[Symbol.asyncIterator]()
  return c.body(
    new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const { done, value } = await source.next()
          if (done === true) controller.close()
          else controller.enqueue(encoder.encode(value))
        },
        cancel: async () => void (await source.return?.()),
      },
      { highWaterMark: 0 },
    ),
  )
}
