/** Throws `tooLong()` if there are more than `longest` bytes. */
export async function boundedBytes(
  body: AsyncIterable<Uint8Array>,
  longest: number,
  tooLong: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let left = longest
  for await (const part of body) {
    left -= part.byteLength
    if (left < 0) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
