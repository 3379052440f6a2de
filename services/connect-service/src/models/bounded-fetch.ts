/** An answer is longer than is read. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

const longestBytes = { whole: 4 * 1024 * 1024, stream: 32 * 1024 * 1024 }

/** Fetches without following redirects, and reads no more of an answer than a model may write. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  if (answer.body === null) return answer
  const { status, statusText, headers } = answer
  const streamed = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = streamed ? boundedStream(answer.body) : await wholeOf(answer.body)
  return new Response(body, { status, statusText, headers })
}

const tooLong = () => new AnswerTooLong('The answer is too long to be read')

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

// Without a stream between, which takes longer than a short answer.
async function wholeOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let left = longestBytes.whole
  for await (const chunk of body) {
    left -= chunk.byteLength
    if (left < 0) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
