/** An answer is longer than is read. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

const longestBytes = { whole: 4 * 1024 * 1024, stream: 32 * 1024 * 1024 }

/** Fetches without following redirects, and reads no more of an answer than a model may write. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  if (answer.body === null) return answer
  const streamed = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  let left = streamed ? longestBytes.stream : longestBytes.whole
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new AnswerTooLong('The answer is too long to be read'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(bounded), { status, statusText, headers })
}
