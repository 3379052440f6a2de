import { expect, test } from 'vitest'
import { readMovieFacts } from './read-movie-facts.ts'

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
const upright = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40_00_00_00]
const turned = [0, 65_536, 0, 0xff_ff_00_00, 0, 0, 0, 0, 0x40_00_00_00]
const media = (handler: string) =>
  box('mdia', box('hdlr', u32(0, 0), Buffer.from(handler), u32(0, 0, 0)))
const track = (handler: string, width: number, height: number, matrix = upright) =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...matrix, width * 65_536, height * 65_536)),
    media(handler),
  )
const longTrack = (width: number, height: number) =>
  box(
    'trak',
    box(
      'tkhd',
      u32(0x01_00_00_00, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, ...upright),
      u32(width * 65_536, height * 65_536),
    ),
    media('vide'),
  )
const header = (scale: number, duration: number) => box('mvhd', u32(0, 0, 0, scale, duration, 0))

let reads = 0
const read = (bytes: Buffer) => {
  reads = 0
  return readMovieFacts({
    bytes: bytes.length,
    read: async (start, length) => {
      reads += 1
      return bytes.subarray(start, start + length)
    },
  })
}
const type = box('ftyp', Buffer.from('isom\0\0\x02\0isommp42', 'latin1'))
const movie = (...parts: Buffer[]) => Buffer.concat([type, box('moov', ...parts)])

test('reads the duration and size of a movie when its index comes last', async () => {
  const samples = box('mdat', Buffer.alloc(1_000_000))
  const index = box('moov', header(600, 2_700), track('soun', 0, 0), track('vide', 1_920, 1_080))
  expect(await read(Buffer.concat([type, samples, index]))).toEqual({
    durationMs: 4_500,
    width: 1_920,
    height: 1_080,
  })
  expect(reads).toBeLessThan(20)
})

test('swaps width and height when the track is turned', async () => {
  expect(await read(movie(header(1_000, 2_000), track('vide', 1_920, 1_080, turned)))).toEqual({
    durationMs: 2_000,
    width: 1_080,
    height: 1_920,
  })
})

test('reads long headers', async () => {
  const long = box('mvhd', u32(0x01_00_00_00, 0, 0, 0, 0, 90_000, 1, 0))
  expect(await read(movie(long, longTrack(640, 360)))).toEqual({
    durationMs: Math.round((2 ** 32 / 90_000) * 1_000),
    width: 640,
    height: 360,
  })
})

test('takes the duration of the fragments when the movie is fragmented', async () => {
  const fragments = box('mvex', box('mehd', u32(0, 30_000)))
  expect(await read(movie(header(1_000, 0), fragments, track('vide', 640, 360)))).toMatchObject({
    durationMs: 30_000,
  })
})

test('returns null for what the movie does not state', async () => {
  const nothing = { durationMs: null, width: null, height: null }
  expect(await read(movie())).toEqual(nothing)
  expect(await read(movie(header(0, 500), track('vide', 0, 0)))).toEqual(nothing)
  expect(await read(movie(header(1_000, 2 ** 32 - 1), track('text', 640, 360)))).toEqual(nothing)
  expect(await read(movie(box('mvhd'), box('trak', box('tkhd'), media('vide'))))).toEqual(nothing)
})

test('limits the duration to what the database can hold', async () => {
  expect(await read(movie(header(1, 2 ** 32 - 2)))).toMatchObject({ durationMs: 2 ** 31 - 1 })
})

test('returns undefined when there is no index or it needs very many reads', async () => {
  expect(await read(Buffer.from('no movie at all'))).toBeUndefined()
  expect(await read(box('mdat', Buffer.alloc(100)))).toBeUndefined()
  const far = box('free', Buffer.alloc(64 * 1_024))
  const scattered = Buffer.concat([...Array.from({ length: 300 }, () => far), movie(header(1, 1))])
  expect(await read(scattered)).toBeUndefined()
  expect(reads).toBe(200)
  const tracks = Array.from({ length: 5_000 }, () => track('vide', 0, 0))
  expect(await read(movie(header(1, 1), ...tracks))).toBeUndefined()
})

test('states no duration when a fragmented movie does not state its whole length', async () => {
  const fragments = box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0)))
  const facts = await read(movie(header(1_000, 2_000), fragments, track('vide', 1_280, 720)))
  expect(facts).toEqual({ durationMs: null, width: 1_280, height: 720 })
})
