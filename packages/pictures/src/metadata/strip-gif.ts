const [comment, application] = [0xfe, 0xff]
/** The loop counters and the colour profile. */
const keptApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/**
 * Drops comments, XMP and everything after the last picture. Returns undefined if the GIF's blocks
 * are incomplete.
 */
export function stripGif(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 14) return undefined
  const head = 13 + colourBytes(bytes[10] ?? 0)
  const kept = [bytes.subarray(0, head)]
  let at = head
  // A few writers omit the trailer.
  while (at < bytes.length && bytes[at] !== 0x3b) {
    const end = bytes[at] === 0x21 ? endOfBlocks(bytes, at + 2) : endOfImage(bytes, at)
    if (end === undefined) return undefined
    if (!isMetadata(bytes, at)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, Buffer.from([0x3b])])
}

const colourBytes = (packed: number): number =>
  (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1)

function isMetadata(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== 0x21) return false
  if (bytes[at + 1] === comment) return true
  return (
    bytes[at + 1] === application &&
    !keptApplications.has(bytes.toString('latin1', at + 3, at + 14))
  )
}

function endOfImage(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] !== 0x2c || at + 10 > bytes.length) return undefined
  // The descriptor, its colours and the code size come before the data.
  return endOfBlocks(bytes, at + 10 + colourBytes(bytes[at + 9] ?? 0) + 1)
}

/** Returns the end of a sub-block sequence. Each sub-block begins with its length. */
function endOfBlocks(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ; ) {
    const length = bytes[at]
    if (length === undefined) return undefined
    at += 1 + length
    if (length === 0) return at
  }
}
