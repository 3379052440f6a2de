import { inflateSync } from 'node:zlib'

const signature = 0x774f4646
const headerBytes = 44
const entryBytes = 20
/** Far beyond the slices of a font, which have some hundred kilobytes. */
const largestFont = 32 * 2 ** 20

/** The OpenType font of a WOFF 1.0 file; fontkit reads these as well, but inflates a table again for every glyph. */
export function openTypeOf(woff: Uint8Array): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  if (view.getUint32(0) !== signature) throw new Error('The font is no WOFF file')
  const count = view.getUint16(12)
  const size = view.getUint32(16)
  if (size > largestFont) throw new Error('The font is too large')
  const font = new Uint8Array(size)
  const out = new DataView(font.buffer)
  const power = Math.floor(Math.log2(count))
  out.setUint32(0, view.getUint32(4))
  out.setUint16(4, count)
  out.setUint16(6, 2 ** power * 16)
  out.setUint16(8, power)
  out.setUint16(10, count * 16 - 2 ** power * 16)
  let place = 12 + count * 16
  for (let index = 0; index < count; index += 1) {
    const entry = headerBytes + index * entryBytes
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((at) => view.getUint32(entry + at))
    const stored = woff.subarray(offset, (offset ?? 0) + (packed ?? 0))
    const table = packed === length ? stored : inflateSync(stored, { maxOutputLength: largestFont })
    font.set(table, place)
    const record = 12 + index * 16
    out.setUint32(record, tag ?? 0)
    out.setUint32(record + 4, checksum ?? 0)
    out.setUint32(record + 8, place)
    out.setUint32(record + 12, length ?? 0)
    place += Math.ceil((length ?? 0) / 4) * 4
  }
  return font
}
