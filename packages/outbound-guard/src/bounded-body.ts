interface Bounds {
  /** The body size from the response header, or 0 if it has none. */
  announced: number
  maxBytes: number
  tooLarge(): Error
  failure(error: unknown): unknown
}

/**
 * Yields the parts of a body. Throws `tooLarge()` beyond `maxBytes`. Errors of the body are passed
 * through `failure`.
 */
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
