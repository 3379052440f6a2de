const tag = (head: Buffer, at: number) => head.toString('latin1', at, at + 4)

const isRiff = (head: Buffer, form: 'WEBP' | 'WAVE') =>
  head.length >= 20 && tag(head, 0) === 'RIFF' && tag(head, 8) === form

export function hasWebpHeader(head: Buffer): boolean {
  if (!isRiff(head, 'WEBP')) return false
  const size = head.readUInt32LE(16)
  const body = head.subarray(20)
  switch (tag(head, 12)) {
    // A key frame: start code, then 14 bits each for width and height (RFC 6386, section 9.1).
    case 'VP8 ': {
      if (size < 10 || body.length < 10 || body.readUIntBE(3, 3) !== 0x9d012a) return false
      const isKeyFrame = ((body[0] ?? 1) & 1) === 0
      return (
        isKeyFrame && (body.readUInt16LE(6) & 0x3fff) > 0 && (body.readUInt16LE(8) & 0x3fff) > 0
      )
    }
    // Signature, and version zero in the top three bits (RFC 9649, section 3.4).
    case 'VP8L':
      return size >= 5 && body.length > 5 && body[0] === 0x2f && (body[4] ?? 0xff) >> 5 === 0
    // Flags with unset reserved bits, then the canvas, then another chunk (RFC 9649, section 2.7).
    case 'VP8X':
      return size === 10 && body.length >= 18 && ((body[0] ?? 0xff) & 0xc1) === 0
    default:
      return false
  }
}

/**
 * True if a wave file has a sound format chunk before its samples. If `complete`, the head is the
 * whole file.
 */
export function hasWavHeader(head: Buffer, complete: boolean): boolean {
  if (!isRiff(head, 'WAVE')) return false
  let hasFormat = false
  for (let at = 12; ; ) {
    if (at + 8 > head.length) return !complete && hasFormat
    const [name, size] = [tag(head, at), head.readUInt32LE(at + 4)]
    if (!/^[\x20-\x7e]{4}$/.test(name)) return false
    if (name === 'data') return hasFormat
    if (name === 'fmt ') {
      if (hasFormat || size < 16 || at + 24 > head.length || !isSoundFormat(head, at + 8))
        return false
      hasFormat = true
    }
    at += 8 + size + (size % 2)
  }
}

const isSoundFormat = (head: Buffer, at: number): boolean => {
  const [channels, rate, blockBytes] = [
    head.readUInt16LE(at + 2),
    head.readUInt32LE(at + 4),
    head.readUInt16LE(at + 12),
  ]
  return head.readUInt16LE(at) !== 0 && channels > 0 && rate > 0 && blockBytes > 0
}
