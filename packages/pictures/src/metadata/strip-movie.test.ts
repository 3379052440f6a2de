import { expect, test } from 'vitest'
import { stripMovie } from './strip-movie.ts'

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}
const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}
const type = box('ftyp', 'isom\0\0\x02\0isommp42')

/** Returns a track with two 8-byte samples in one chunk at `place`. */
const track = (handler: string, place: number, format = 'none') =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, 1)),
    box('udta', box('\xa9mod', 'Phone One')),
    box(
      'mdia',
      box('hdlr', u32(0, 0), handler, u32(0, 0, 0)),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', u32(0, 1), box(format, u32(0, 1))),
          box('stsc', u32(0, 1, 1, 2, 1)),
          box('stsz', u32(0, 0, 2, 8, 8)),
          box('stco', u32(0, 1, place)),
        ),
      ),
    ),
  )

/**
 * Returns a movie in which position samples follow the picture samples. The index comes first or
 * last.
 */
function movie(order: 'index first' | 'index last'): Buffer {
  const media = box('mdat', 'PICTURE1PICTURE2', '+52.5200+013.405')
  const index = (start: number) =>
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, 0)),
      box('udta', box('\xa9xyz', '+52.5200+013.4050/')),
      box('meta', u32(0), box('keys', 'com.apple.quicktime.location.ISO6709')),
      track('vide', start + 8),
      track('meta', start + 24),
    )
  const extension = box('uuid', 'an XMP packet with GPSLatitude')
  if (order === 'index last') return Buffer.concat([type, media, extension, index(type.length)])
  const first = index(0).length
  return Buffer.concat([type, index(type.length + first), media, extension])
}

const buildFile = (bytes: Buffer) => ({
  bytes: bytes.length,
  read: async (start: number, length: number) => Buffer.from(bytes.subarray(start, start + length)),
  write: async (start: number, changed: Uint8Array) => {
    if (start + changed.length > bytes.length) throw new RangeError('Outside of the file')
    bytes.set(changed, start)
  },
})

test.each(['index first', 'index last'] as const)(
  'removes position and device of a movie with its %s',
  async (order) => {
    const bytes = movie(order)
    const { length } = bytes
    expect(await stripMovie(buildFile(bytes))).toBe('stripped')
    for (const text of ['52.52', 'Phone One', 'ISO6709', 'GPSLatitude']) {
      expect([text, bytes.includes(text)]).toEqual([text, false])
    }
    expect([bytes.length, bytes.includes('PICTURE1PICTURE2'), bytes.includes('vide')]).toEqual([
      length,
      true,
      true,
    ])
    const again = Buffer.from(bytes)
    await stripMovie(buildFile(again))
    expect(again.equals(bytes)).toBe(true)
  },
)

test('changes nothing outside the media if a table claims other positions', async () => {
  const media = box('mdat', 'PICTURE1')
  const at = type.length + media.length
  const bytes = Buffer.concat([
    type,
    media,
    box('moov', track('vide', 28), track('meta', 4), track('meta', at)),
  ])
  expect(await stripMovie(buildFile(bytes))).toBe('stripped')
  expect(bytes.subarray(0, at).equals(Buffer.concat([type, media]))).toBe(true)
  expect(bytes.includes('vide')).toBe(true)
})

test('accepts a movie without an index, with a cut end or with padding', async () => {
  for (const end of [
    Buffer.alloc(0),
    Buffer.alloc(100),
    u32(1_000_000, 0x6d646174),
    box('moov').subarray(0, 7),
  ]) {
    const bytes = Buffer.concat([type, box('mdat', 'PICTURE1'), end])
    const before = Buffer.from(bytes)
    expect(await stripMovie(buildFile(bytes))).toBe('stripped')
    expect(bytes.equals(before)).toBe(true)
  }
})

test('refuses a movie if it has more boxes than any real one', async () => {
  const bytes = Buffer.alloc(8 * 100_002, box('free'))
  expect(await stripMovie(buildFile(bytes))).toBe('unreadable')
})

/** Returns tracks of this handler with 1-byte chunks. They share the chunks. */
function buildChunked(handler: string, count: number, tracks = 1): Buffer {
  const start = type.length + 8
  const places = Buffer.alloc(4 * count)
  for (let n = 0; n < count; n += 1) places.writeUInt32BE(start + n, 4 * n)
  const table = box(
    'stbl',
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 1, 0)),
    box('stco', u32(0, count), places),
  )
  const description = box('hdlr', u32(0, 0), handler, u32(0, 0, 0))
  const track = box('trak', box('mdia', description, box('minf', table)))
  const index = box('moov', ...Array.from({ length: tracks }, () => track))
  return Buffer.concat([type, box('mdat', Buffer.alloc(count)), index])
}

test('refuses a movie if its position track has very many chunks', async () => {
  expect(await stripMovie(buildFile(buildChunked('meta', 200_001)))).toBe('unreadable')
})

test('refuses a movie after few reads if its subtitle tracks have very many chunks', async () => {
  for (const [count, tracks] of [
    [60_000, 1],
    [1_001, 10],
  ] as const) {
    const file = buildFile(buildChunked('sbtl', count, tracks))
    let reads = 0
    const counting = {
      ...file,
      read: (start: number, length: number) => {
        reads += 1
        return file.read(start, length)
      },
    }
    expect(await stripMovie(counting)).toBe('unreadable')
    expect(reads).toBeLessThan(10_100)
  }
  expect(await stripMovie(buildFile(buildChunked('sbtl', 1_000, 10)))).toBe('stripped')
})

const subtitled = (text: string, handler: string, format = 'tx3g') => {
  const media = box('mdat', text.padEnd(16).slice(0, 16))
  return Buffer.concat([type, media, box('moov', track(handler, type.length + 8, format))])
}

test.each([
  ['a position track of an action camera', 'meta', 'gpmd', '+52.5200+013.405'],
  ['one with another handler', 'data', 'gpmd', '+52.5200+013.405'],
  ['timed metadata of a phone', 'meta', 'mebx', '+52.5200+013.405'],
  ['subtitles of a drone', 'text', 'tx3g', 'GPS (13.4, 52.52)'],
  ['subtitles of a newer drone', 'sbtl', 'tx3g', '[latitude: 52.52'],
])('removes %s with its samples', async (_, handler, format, text) => {
  const bytes = subtitled(text, handler, format)
  expect(await stripMovie(buildFile(bytes))).toBe('stripped')
  expect([bytes.includes('52.5'), bytes.includes(format)]).toEqual([false, false])
  expect(bytes.subarray(type.length + 8, type.length + 24)).toEqual(Buffer.alloc(16))
})

test('keeps subtitles that people read', async () => {
  const bytes = subtitled('Good lat morning', 'sbtl')
  expect(await stripMovie(buildFile(bytes))).toBe('stripped')
  expect([bytes.includes('Good lat morning'), bytes.includes('sbtl')]).toEqual([true, true])
})

/** Returns a fragmented movie with a track of this handler. */
const fragmented = (
  handler: string,
  extension = [box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0)))],
) =>
  Buffer.concat([
    type,
    box('moov', ...extension, track(handler, 0)),
    box('emsg', u32(0), 'urn:example\0GPSLatitude'),
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box('udta', box('\xa9xyz', '+52.5200+013.4050/')),
      box(
        'traf',
        box('tfhd', u32(0x020000, 1)),
        box('meta', u32(0), 'ISO6709'),
        box('trun', u32(0, 1)),
      ),
    ),
    box('mdat', 'PICTURE1'),
  ])

test("removes user data, metadata and events from a movie's fragments", async () => {
  const bytes = fragmented('vide')
  expect(await stripMovie(buildFile(bytes))).toBe('stripped')
  for (const text of ['52.52', 'ISO6709', 'GPSLatitude', 'Phone One'])
    expect([text, bytes.includes(text)]).toEqual([text, false])
  for (const text of ['PICTURE1', 'trun', 'tfhd', 'mfhd'])
    expect([text, bytes.includes(text)]).toEqual([text, true])
})

test.each(['meta', 'text', 'sbtl', 'subt'])(
  "reports that positions may remain if a movie's fragments have a track of %s",
  async (handler) => {
    expect(await stripMovie(buildFile(fragmented(handler)))).toBe('measured')
    expect(await stripMovie(buildFile(fragmented(handler, [])))).toBe('measured')
  },
)

test('reads little of an index if its tables are large', async () => {
  const table = box('stbl', box('stsz', u32(0, 0, 2), Buffer.alloc(30_000_000)))
  const handler = box('hdlr', u32(0, 0), 'vide', u32(0, 0, 0))
  const index = box(
    'moov',
    box('trak', box('mdia', handler, box('minf', table))),
    box('udta', 'Phone One'),
  )
  const bytes = Buffer.concat([type, box('mdat', 'PICTURE1'), index])
  let read = 0
  const file = buildFile(bytes)
  const counting = {
    ...file,
    read: (start: number, length: number) => {
      read += length
      return file.read(start, length)
    },
  }
  expect(await stripMovie(counting)).toBe('stripped')
  expect([bytes.includes('Phone One'), read < 1_000_000]).toEqual([false, true])
})
