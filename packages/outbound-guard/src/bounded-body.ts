interface Bounds {
  /** Bytes by the answer's header; 0 when it has none. */
  announced: number
  maxBytes: number
  tooLarge(): Error
  failure(error: unknown): unknown
}

/** The parts of a body; throws `tooLarge()` beyond `maxBytes`, and the body's errors as `failure` returns them. */
export async function* boundedBody(
  body: AsyncIterable<Uint8Array> | null,
  { announced, maxBytes, tooLarge, failure }: Bounds,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  let bytes = 0
  const parts = body[Symbol.asyncIterator]()
  try {
    if (announced > maxBytes) throw tooLarge()
    for (;;) {
      const part = await parts.next().catch((error: unknown) => {
        throw failure(error)
      })
      if (part.done === true) return
      bytes += part.value.byteLength
      if (bytes > maxBytes) throw tooLarge()
      yield part.value
    }
  } finally {
    await parts.return?.().catch(() => {})
  }
}
