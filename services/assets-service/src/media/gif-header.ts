/**
 * True if a valid GIF header and well-formed blocks lead to an image. If `complete`, the head is
 * the whole file.
 */
export function hasGifHeader(head: Buffer, complete: boolean): boolean {
  if (head.length < 14 || !['GIF87a', 'GIF89a'].includes(head.toString('latin1', 0, 6)))
    return false
  if (head.readUInt16LE(6) === 0 || head.readUInt16LE(8) === 0) return false
  const packed = head[10] ?? 0
  let at = 13 + ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1))
  for (;;) {
    const introducer = head[at]
    if (introducer === undefined) return !complete
    if (introducer === 0x2c) return complete ? hasImage(head, at) : true
    if (introducer !== 0x21) return false
    // An extension block: a label, then sub-blocks. Each sub-block begins with its length, and an
    // empty one ends the list.
    at += 2
    for (let length = head[at]; length !== 0; length = head[at]) {
      if (length === undefined) return !complete
      at += 1 + length
    }
    at += 1
  }
}

/**
 * True if the introducer is followed by a nine-byte descriptor with a size, and by at least one
 * byte of image data.
 */
const hasImage = (head: Buffer, at: number): boolean =>
  head.length > at + 10 && head.readUInt16LE(at + 5) > 0 && head.readUInt16LE(at + 7) > 0
