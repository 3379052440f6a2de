import { readOrientation, writeOrientation } from './orientation.ts'

const exifMark = Buffer.from('Exif\0\0', 'latin1')
const profileMark = 'ICC_PROFILE\0'

/**
 * Keeps the segments that a decoder needs, the colour profile and the orientation. Drops Exif, XMP,
 * IPTC, comments, the other application segments and everything after the picture, where phones put
 * more pictures and a video. Returns undefined if the file is not a sound JPEG.
 */
export function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = []
  let orientation: number | undefined
  let at = 2
  for (;;) {
    const marker = findMarker(bytes, at)
    if (marker === undefined) return undefined
    const { code, start } = marker
    if (code === 0xd9) {
      kept.push(bytes.subarray(start, start + 2))
      break
    }
    if (start + 4 > bytes.length) return undefined
    const end = start + 2 + bytes.readUInt16BE(start + 2)
    if (end > bytes.length) return undefined
    const segment = bytes.subarray(start, end)
    const body = segment.subarray(4)
    if (code === 0xe1 && body.subarray(0, 6).equals(exifMark))
      orientation ??= readOrientation(body.subarray(6))
    if (isNeeded(code, body)) kept.push(segment)
    // The scan data follows its segment.
    at = code === 0xda ? endOfScan(bytes, end) : end
    if (code === 0xda) kept.push(bytes.subarray(end, at))
  }
  return Buffer.concat([bytes.subarray(0, 2), ...withOrientation(kept, orientation)])
}

/** Returns the next marker at or after `at`. Skips other bytes before it, as decoders do. */
function findMarker(bytes: Buffer, at: number): { code: number; start: number } | undefined {
  let start = bytes.indexOf(0xff, at)
  while (start !== -1 && start + 1 < bytes.length) {
    const code = bytes[start + 1] ?? 0
    if (code !== 0xff && code !== 0x00 && !(code >= 0xd0 && code <= 0xd8) && code !== 0x01)
      return { code, start }
    start = bytes.indexOf(0xff, code === 0xff ? start + 1 : start + 2)
  }
  return undefined
}

/** Returns the end of the scan data: the next marker except restarts and stuffed bytes. */
const endOfScan = (bytes: Buffer, at: number): number =>
  findMarker(bytes, at)?.start ?? bytes.length

function isNeeded(code: number, body: Buffer): boolean {
  if (code === 0xfe) return false
  if (code < 0xe0 || code > 0xef) return true
  const name = body.toString('latin1', 0, 12)
  if (code === 0xe0) return name.startsWith('JFIF\0')
  return (code === 0xe2 && name === profileMark) || (code === 0xee && name.startsWith('Adobe'))
}

/** Inserts Exif after JFIF, which has to be the first segment. */
function withOrientation(kept: Buffer[], orientation: number | undefined): Buffer[] {
  if (orientation === undefined) return kept
  const body = Buffer.concat([exifMark, writeOrientation(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  const after = kept[0]?.[1] === 0xe0 ? 1 : 0
  return [...kept.slice(0, after), head, body, ...kept.slice(after)]
}
