const endLength = 22
const longestComment = 65_535
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const entryLength = 46
// The position is stated elsewhere in an archive above 4 GB (ZIP64).
const elsewhere = 0xffffffff

/**
 * Returns the CRC-32 that a ZIP archive states for each of its entries, in their order. Returns
 * nothing for a ZIP64 archive. The unpacker stops at an entry's stated size, so an entry with a
 * smaller size would be cut in the middle of a row.
 */
export function readChecksums(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const earliest = Math.max(0, bytes.length - endLength - longestComment)
  let end = bytes.length - endLength
  while (end >= earliest && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < earliest) return []
  const checksums: number[] = []
  let at = view.getUint32(end + 16, true)
  if (at === elsewhere) return []
  while (at + entryLength <= end && view.getUint32(at, true) === entrySignature) {
    checksums.push(view.getUint32(at + 16, true))
    const variable = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    at += entryLength + variable.reduce((sum, length) => sum + length, 0)
  }
  return checksums
}
