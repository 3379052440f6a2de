import { findBox, type IsoBox } from './iso-boxes.ts'
import type { FileRange } from './movie-boxes.ts'

/**
 * Yields the file ranges of a track's samples, chunk by chunk and only inside `media` (ISO/IEC
 * 14496-12, 8.7). The ranges in `media` must be in file order. The samples together are never
 * longer than the media, even if the tables claim more.
 */
export function* readSampleRanges(
  bytes: Buffer,
  track: IsoBox,
  media: readonly FileRange[],
): Generator<FileRange> {
  const table = ['mdia', 'minf', 'stbl'].reduce<IsoBox | undefined>(
    (box, type) => box && findBox(bytes, box.body, box.end, type),
    track,
  )
  if (table === undefined) return
  const open = (type: string) => findBox(bytes, table.body, table.end, type)
  const places = readPlaces(bytes, open('stco'), open('co64'))
  const nextSize = readSizes(bytes, open('stsz'))
  const perChunk = readChunkLengths(bytes, open('stsc'))
  let left = media.reduce((sum, { from, to }) => sum + to - from, 0)
  let chunk = 0
  for (const from of places) {
    chunk += 1
    const to = from + nextSize(perChunk(chunk))
    const inside = findRange(media, from)
    if (inside === undefined) continue
    left -= to - from
    if (left < 0) return
    if (to > from) yield { from, to: Math.min(to, inside.to) }
  }
}

/**
 * Finds the range that contains a position. It uses bisection over ranges in file order, because a
 * hostile file has many ranges and many positions.
 */
function findRange(ranges: readonly FileRange[], place: number): FileRange | undefined {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const range = ranges[middle]
    if (range === undefined || place < range.from) high = middle
    else if (place < range.to) return range
    else low = middle + 1
  }
  return undefined
}

/** Returns the number of whole entries in a table whose length is at `at`. */
const countEntries = (bytes: Buffer, box: IsoBox, at: number, size: number): number =>
  at + 4 > box.end ? 0 : Math.min(bytes.readUInt32BE(at), Math.floor((box.end - at - 4) / size))

/** Yields positions one by one, because a list of millions takes more memory than their table. */
function* readPlaces(
  bytes: Buffer,
  short: IsoBox | undefined,
  long: IsoBox | undefined,
): Generator<number> {
  const box = short ?? long
  if (box === undefined) return
  const size = short === undefined ? 8 : 4
  const first = box.body + 8
  const count = countEntries(bytes, box, box.body + 4, size)
  for (let n = 0; n < count; n += 1) {
    yield size === 4
      ? bytes.readUInt32BE(first + 4 * n)
      : Number(bytes.readBigUInt64BE(first + 8 * n))
  }
}

/** Returns a function for the total size in bytes of the next `n` samples. */
function readSizes(bytes: Buffer, box: IsoBox | undefined): (samples: number) => number {
  if (box === undefined || box.end - box.body < 12) return () => 0
  const same = bytes.readUInt32BE(box.body + 4)
  if (same > 0) return (samples) => samples * same
  const count = countEntries(bytes, box, box.body + 8, 4)
  let next = 0
  return (samples) => {
    let sum = 0
    for (const end = Math.min(count, next + samples); next < end; next += 1) {
      sum += bytes.readUInt32BE(box.body + 12 + 4 * next)
    }
    return sum
  }
}

/**
 * Returns a function for a chunk's sample count. Chunks count from 1 and must be requested in
 * order.
 */
function readChunkLengths(bytes: Buffer, box: IsoBox | undefined): (chunk: number) => number {
  if (box === undefined) return () => 0
  const count = countEntries(bytes, box, box.body + 4, 12)
  const at = (entry: number) => box.body + 8 + 12 * entry
  let entry = 0
  return (chunk) => {
    while (entry + 1 < count && bytes.readUInt32BE(at(entry + 1)) <= chunk) entry += 1
    return count === 0 ? 0 : bytes.readUInt32BE(at(entry) + 4)
  }
}
