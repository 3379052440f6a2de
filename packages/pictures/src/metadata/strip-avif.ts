import { blankBox, findBox, type IsoBox, readBoxes } from './iso-boxes.ts'
import { writeOrientation } from './orientation.ts'

/** More extents than any real picture has. A table with a few bytes can name billions. */
const mostExtents = 10_000

/** Neutral Exif data: an offset of zero, then a TIFF structure with one neutral entry. */
const emptyExif = Buffer.concat([Buffer.alloc(4), writeOrientation(1)])

/**
 * Blanks Exif and XMP in place, because the file stores the position of every item. Separate
 * properties rotate the picture, and they stay. Returns undefined if the file is unsound.
 */
export function stripAvif(bytes: Buffer): Buffer | undefined {
  const meta = findBox(bytes, 0, bytes.length, 'meta')
  if (meta === undefined) return undefined
  const stripped = Buffer.from(bytes)
  const items = readMetadataItems(bytes, meta)
  let blanked = 0
  for (const { id, from, to } of readExtents(bytes, meta)) {
    const type = items.get(id)
    if (type === undefined) continue
    blanked += to - from
    if (blanked > bytes.length) return undefined
    const blank = stripped.subarray(from, to)
    blank.fill(type === 'Exif' ? 0 : ' ')
    if (type === 'Exif' && blank.length >= emptyExif.length) emptyExif.copy(blank)
  }
  for (const box of readBoxes(stripped, 0, stripped.length))
    if (box.type === 'uuid') blankBox(stripped, box)
  return stripped
}

/** Returns the ids of items with Exif or XMP. */
function readMetadataItems(bytes: Buffer, meta: IsoBox): Map<number, string> {
  const found = new Map<number, string>()
  // Both boxes begin with a version and flags, and the list with its length.
  const list = findBox(bytes, meta.body + 4, meta.end, 'iinf')
  if (list === undefined || list.end - list.body < 8) return found
  const first = list.body + (bytes[list.body] === 0 ? 6 : 8)
  for (const { type, body, end } of readBoxes(bytes, first, list.end)) {
    const version = bytes[body]
    const wide = version === 3
    if (type !== 'infe' || (version !== 2 && !wide) || body + (wide ? 14 : 12) > end) continue
    const id = wide ? bytes.readUInt32BE(body + 4) : bytes.readUInt16BE(body + 4)
    const kind = bytes.toString('latin1', body + (wide ? 10 : 8), body + (wide ? 14 : 12))
    if (kind === 'Exif' || kind === 'mime') found.set(id, kind)
  }
  return found
}

/** Yields the data position of each item (ISO/IEC 14496-12, 8.11.3). */
function* readExtents(
  bytes: Buffer,
  meta: IsoBox,
): Generator<{ id: number; from: number; to: number }> {
  const table = findBox(bytes, meta.body + 4, meta.end, 'iloc')
  if (table === undefined) return
  const inside = findBox(bytes, meta.body + 4, meta.end, 'idat')
  const version = bytes[table.body] ?? 0
  let at = table.body + 4
  const read = (size: number): number => {
    if (at + size > table.end) throw new RangeError('The table of item places is cut off')
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size)
    at += size
    return value
  }
  const sizes = read(2)
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const count = read(version < 2 ? 2 : 4)
  let all = 0
  for (let n = 0; n < count; n += 1) {
    const id = read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : read(2) & 15
    read(2)
    const base = read(baseSize) + (method === 1 ? (inside?.body ?? Number.NaN) : 0)
    const extents = read(2)
    all += extents
    if (all > mostExtents) throw new RangeError('The table of item places is too long')
    for (let extent = 0; extent < extents; extent += 1) {
      read(indexSize)
      const from = base + read(offsetSize)
      const length = read(lengthSize)
      if (method < 2 && from < bytes.length) {
        yield { id, from, to: length === 0 ? bytes.length : Math.min(bytes.length, from + length) }
      }
    }
  }
}
