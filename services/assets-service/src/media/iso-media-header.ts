const avifBrands = new Set(['avif', 'avis'])
/**
 * Major brands that say only "an image" or "an image sequence". The compatible brands then name the
 * coding (ISO/IEC 23008-12, section 10).
 */
const imageBrands = new Set(['mif1', 'msf1'])
const hevcBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'])
const mp4Brands = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'isoa',
  'isob',
  'isoc',
  'mp41',
  'mp42',
  'mp71',
  'avc1',
  'dash',
  'cmfc',
  'cmf2',
  'msnv',
  'MSNV',
  'mmp4',
  'XAVC',
  'hvc1',
  'av01',
])
/** Boxes that may follow the file type box at the top level (ISO/IEC 14496-12, table 1). */
const topLevelBoxes = new Set([
  'moov',
  'mdat',
  'free',
  'skip',
  'meta',
  'moof',
  'styp',
  'sidx',
  'ssix',
  'mfra',
  'pdin',
  'uuid',
  'wide',
  'emsg',
  'prft',
  'udta',
  'meco',
  'ftyp',
  'iods',
])

export const hasAvifHeader = (head: Buffer): boolean =>
  hasFileType(head, (major, compatible) => {
    if (avifBrands.has(major)) return true
    if (!imageBrands.has(major) || compatible.some((brand) => hevcBrands.has(brand))) return false
    return compatible.some((brand) => avifBrands.has(brand))
  })

export const hasMp4Header = (head: Buffer): boolean =>
  hasFileType(head, (major, compatible) =>
    [major, ...compatible].some((brand) => mp4Brands.has(brand)),
  )

function hasFileType(
  head: Buffer,
  accepts: (major: string, compatible: string[]) => boolean,
): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const size = head.readUInt32BE(0)
  if (size < 16 || size > 4096 || size % 4 !== 0 || size > head.length) return false
  const brands = Array.from({ length: (size - 16) / 4 }, (_, i) =>
    head.toString('latin1', 16 + 4 * i, 20 + 4 * i),
  )
  return accepts(head.toString('latin1', 8, 12), brands) && isFollowedByBox(head, size)
}

// The file may end here or be padded with zeros. Anything else must be a known box.
function isFollowedByBox(head: Buffer, at: number): boolean {
  const next = head.subarray(at, at + 8)
  if (next.every((byte) => byte === 0)) return true
  if (next.length < 8) return false
  const size = next.readUInt32BE(0)
  return topLevelBoxes.has(next.toString('latin1', 4, 8)) && (size >= 8 || size <= 1)
}
