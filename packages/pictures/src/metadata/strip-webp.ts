import { readOrientation, writeOrientation } from './orientation.ts'

const exifMark = Buffer.from('Exif\0\0', 'latin1')
/** The bits in the extended header that announce Exif and XMP (RFC 9649, 2.7). */
const [exifBit, xmpBit] = [0x08, 0x04]
const keptChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

/**
 * Keeps the chunks for the picture and its colour profile, and the orientation. Returns undefined
 * if the WebP is unsound.
 */
export function stripWebp(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 12) return undefined
  const length = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  const kept: Buffer[] = []
  let orientation: number | undefined
  for (let at = 12; at < length; ) {
    if (at + 8 > length) return undefined
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (body.length < size) return undefined
    if (name === 'EXIF') orientation = readOrientation(tiffIn(body))
    if (keptChunks.has(name)) kept.push(writeChunk(name, body))
    at += 8 + size + (size % 2)
  }
  const header = kept[0]
  if (header?.toString('latin1', 0, 4) === 'VP8X' && header.length > 8) {
    const flags = (header[8] ?? 0) & ~(exifBit | xmpBit)
    header[8] = orientation === undefined ? flags : flags | exifBit
    if (orientation !== undefined) kept.push(writeChunk('EXIF', writeOrientation(orientation)))
  }
  const picture = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(picture.length + 4, 4)
  return Buffer.concat([head, picture])
}

/** Skips the JPEG segment marker, which some writers put before the Exif data. */
const tiffIn = (body: Buffer): Buffer =>
  body.subarray(0, 6).equals(exifMark) ? body.subarray(6) : body

function writeChunk(name: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2))
  chunk.write(name, 'latin1')
  chunk.writeUInt32LE(body.length, 4)
  body.copy(chunk, 8)
  return chunk
}
