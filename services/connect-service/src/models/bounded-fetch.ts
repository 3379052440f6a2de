import { boundedBytes } from '../network/bounded-bytes.ts'
import { toResponseStream } from './response-stream.ts'

export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

const longestBytes = { whole: 4 * 1024 * 1024, stream: 32 * 1024 * 1024 }

/**
 * Fetches a response of limited size and follows no redirects. If the request asked for a stream
 * and the provider sent one document, the document is converted to a stream.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  if (answer.body === null) return answer
  const { status, statusText, headers } = answer
  const streamed = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (streamed) return new Response(boundedStream(answer.body), { status, statusText, headers })
  // Read the body directly, because a stream in between would take longer than a short response.
  const body = await boundedBytes(answer.body, longestBytes.whole, tooLong)
  const stream =
    answer.ok && asksForStream(init?.body) ? toResponseStream(body.toString()) : undefined
  if (stream === undefined) return new Response(body, { status, statusText, headers })
  return new Response(stream, {
    status,
    statusText,
    headers: { 'content-type': 'text/event-stream' },
  })
}

// The `ai` package writes the body in this form.
const asksForStream = (body: unknown): boolean =>
  typeof body === 'string' && body.includes('"stream":true')

const tooLong = () => new AnswerTooLong('The response is too long to read')

function boundedStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = longestBytes.stream
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
  return body.pipeThrough(bounded)
}
