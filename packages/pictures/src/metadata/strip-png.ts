import { crc32 } from 'node:zlib'
import { readOrientation, writeOrientation } from './orientation.ts'

const signatureBytes = 8
/**
 * The chunks to remove: texts (including XMP), Exif, the modification time, and the record of who
 * made and edited the picture.
 */
const dropped = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'zxIf', 'tIME', 'caBX'])

/**
 * Drops texts, Exif and times, and everything after the picture. Keeps the orientation. Returns
 * undefined if the PNG is unsound.
 */
export function stripPng(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, signatureBytes)]
  let orientation: number | undefined
  for (let at = signatureBytes; ; ) {
    if (at + 12 > bytes.length) return undefined
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'eXIf') orientation = readOrientation(bytes.subarray(at + 8, end - 4))
    if (!dropped.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  // It goes right after the header, before the palette and the data.
  if (orientation !== undefined)
    kept.splice(2, 0, writeChunk('eXIf', writeOrientation(orientation)))
  return Buffer.concat(kept)
}

function writeChunk(name: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length)
  chunk.writeUInt32BE(body.length, 0)
  chunk.write(name, 4, 'latin1')
  body.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length)
  return chunk
}
