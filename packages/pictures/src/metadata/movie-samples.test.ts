import { expect, test } from 'vitest'
import { readBoxes } from './iso-boxes.ts'
import { readSampleRanges } from './movie-samples.ts'

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Returns a track with one 4-byte sample in each chunk. */
function openTrack(places: readonly number[]) {
  const table = box(
    'stbl',
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 4, 0)),
    box('stco', u32(0, places.length, ...places)),
  )
  const bytes = box('trak', box('mdia', box('minf', table)))
  const [track] = readBoxes(bytes, 0, bytes.length)
  if (track === undefined) throw new Error('The track has no box')
  return { bytes, track }
}

test('finds samples inside the media when the media has several ranges', () => {
  const { bytes, track } = openTrack([8, 12, 16, 40, 44, 100, 4])
  const media = [
    { from: 8, to: 14 },
    { from: 40, to: 48 },
    { from: 100, to: 110 },
  ]
  expect([...readSampleRanges(bytes, track, media)]).toEqual([
    { from: 8, to: 12 },
    { from: 12, to: 14 },
    { from: 40, to: 44 },
    { from: 44, to: 48 },
    { from: 100, to: 104 },
  ])
})

test('checks only few media ranges per chunk when there are very many', () => {
  const count = 1_000
  const { bytes, track } = openTrack(Array.from({ length: count }, () => 1_000_000))
  let looks = 0
  const media = Array.from({ length: count }, (_, n) => ({
    get from() {
      looks += 1
      return 16 * n
    },
    to: 16 * n + 8,
  }))
  expect([...readSampleRanges(bytes, track, media)]).toEqual([])
  expect(looks).toBeLessThan(20 * count)
})
