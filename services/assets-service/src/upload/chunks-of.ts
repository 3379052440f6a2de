import type { Readable } from 'node:stream'

/**
 * The chunks of a stream, each as it came, while at most about `holdBytes` of them wait to be taken. A
 * stream's own iterator joins what has gathered, and that copy cost an upload more than its parsing. Throws
 * the stream's error; leaving early destroys the stream.
 */
export async function* chunksOf(stream: Readable, holdBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let held = 0
  let ended = false
  let failure: { error: unknown } | undefined
  let wake: () => void = () => undefined
  const onData = (chunk: Buffer) => {
    waiting.push(chunk)
    held += chunk.length
    if (held >= holdBytes) stream.pause()
    wake()
  }
  const onEnd = () => {
    ended = true
    wake()
  }
  const onError = (error: unknown) => {
    failure = { error }
    wake()
  }
  const onClose = () => {
    if (!ended) onError(new Error('The stream was closed before its end'))
  }
  stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  try {
    for (;;) {
      if (failure) throw failure.error
      if (waiting.length === 0) {
        if (ended) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const taken = waiting
      waiting = []
      held = 0
      stream.resume()
      yield* taken
    }
  } finally {
    stream.off('data', onData).off('end', onEnd).off('close', onClose)
    if (!ended) stream.destroy()
  }
}
