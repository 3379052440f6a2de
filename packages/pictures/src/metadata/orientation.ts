/** The orientation tag in the first directory of Exif data (CIPA DC-008, 4.6.4). */
const orientationTag = 0x0112

/**
 * Returns the orientation (2 to 8) in a TIFF structure, the body of Exif data. Returns undefined
 * for the normal orientation.
 */
export function readOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return undefined
  const entries = u16(first)
  for (let at = first + 2, n = 0; n < entries && at + 12 <= tiff.length; at += 12, n += 1) {
    if (u16(at) !== orientationTag) continue
    const orientation = u16(at + 8)
    return orientation >= 2 && orientation <= 8 ? orientation : undefined
  }
  return undefined
}

/** Returns a TIFF structure with only the orientation. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*\0\0\0\x08\0\x01', 'latin1')
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
