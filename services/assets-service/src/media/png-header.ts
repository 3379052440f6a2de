import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const headerBytes = 33
/** Bit depths by colour type (PNG specification, section 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

export function hasPngHeader(head: Buffer): boolean {
  if (head.length <= headerBytes || !head.subarray(0, 8).equals(signature)) return false
  const isHeaderChunk = head.readUInt32BE(8) === 13 && head.toString('latin1', 12, 16) === 'IHDR'
  if (!isHeaderChunk || crc32(head.subarray(12, 29)) !== head.readUInt32BE(29)) return false
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  const [depth = 0, colour = 0, compression = 0, filter = 0, interlace = 0] = head.subarray(24, 29)
  const sized = width > 0 && width < 2 ** 31 && height > 0 && height < 2 ** 31
  return (
    sized &&
    (depths[colour]?.includes(depth) ?? false) &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1
  )
}
