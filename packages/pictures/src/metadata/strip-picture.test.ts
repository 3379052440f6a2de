import { expectLinear } from '@atrium/testkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { stripPicture } from './strip-picture.ts'

const position = {
  IFD0: { Make: 'ACME Phones', Model: 'One' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 12/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 18/1',
  },
}
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N"/></rdf:RDF></x:xmpmeta>'
const photo = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp(Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * at) % 251)), {
    raw: { width: 60, height: 40, channels: 3 },
  })
    .withExif(position)
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()

describe('stripPicture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'keeps pixels, profile and orientation of a %s but removes position and device',
    async (format) => {
      const bytes = await photo(format)
      expect(bytes.includes('ACME Phones')).toBe(true)
      const stripped = stripPicture(bytes, format === 'jpeg' ? 'jpg' : format)
      if (stripped === null) throw new Error('Nothing was removed')
      expect(stripped.includes('ACME')).toBe(false)
      const [before, after] = [await sharp(bytes).metadata(), await sharp(stripped).metadata()]
      expect(before.xmp?.includes('GPSLatitude')).toBe(true)
      expect([after.xmp?.toString().trim() ?? '', after.orientation]).toEqual([
        '',
        before.orientation,
      ])
      expect(after.exif?.includes(Buffer.from([0x88, 0x25])) ?? false).toBe(false)
      expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true)
      const pixels = [bytes, stripped].map((one) => sharp(one).autoOrient().raw().toBuffer())
      const [shown, shownAfter] = await Promise.all(pixels)
      expect(shown !== undefined && shownAfter?.equals(shown)).toBe(true)
      expect(stripPicture(stripped, format === 'jpeg' ? 'jpg' : format)).toBe(null)
    },
  )

  test('removes the pictures and the video that a phone appended', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const stripped = stripPicture(
      Buffer.concat([jpeg, await photo('jpeg'), Buffer.from('©xyz+52.5+013.4/')]),
      'jpg',
    )
    expect(stripped?.equals(jpeg)).toBe(true)
  })
})

test('removes comments and XMP from a GIF but keeps its loop and its pictures', async () => {
  const frames = Buffer.from(Array.from({ length: 3 * 300 }, (_, at) => (at * at) % 251))
  const gif = await sharp(frames, { raw: { width: 10, height: 30, channels: 3, pageHeight: 10 } })
    .gif({ loop: 3 })
    .toBuffer()
  const head = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1)
  const at = (gif.readUInt8(10) & 0x80) === 0 ? 13 : head
  const comment = Buffer.from('\x21\xfe\x08at home.\0', 'latin1')
  const stripped = stripPicture(
    Buffer.concat([gif.subarray(0, at), comment, gif.subarray(at)]),
    'gif',
  )
  expect(stripped?.equals(gif)).toBe(true)
  expect(await sharp(stripped ?? undefined, { animated: true }).metadata()).toMatchObject({
    pages: 3,
    loop: 3,
  })
})

test('throws if the container is broken', async () => {
  const jpeg = await photo('jpeg')
  expect(() => stripPicture(jpeg.subarray(0, jpeg.length - 2), 'jpg')).toThrow('not whole')
  expect(() => stripPicture(Buffer.alloc(20), 'avif')).toThrow('not whole')
})

const prefixes = {
  jpg: Buffer.from([0xff, 0xd8]),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
  webp: Buffer.from('RIFF\xff\xff\xff\x7fWEBP', 'latin1'),
}
const fillings = {
  jpg: Buffer.from([0xff, 0xfe, 0, 2]),
  png: Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1'),
  gif: Buffer.from('\x21\xfe\0', 'latin1'),
  webp: Buffer.from('EXIF\0\0\0\0', 'latin1'),
}
test.each(['jpg', 'png', 'gif', 'webp'] as const)(
  'takes time linear in the length for a %s of empty blocks',
  (type) =>
    expectLinear(type, 5_000_000, (size) => {
      const body = Buffer.alloc(size, fillings[type])
      const bytes = Buffer.concat([prefixes[type], body])
      return () => {
        try {
          stripPicture(bytes, type)
        } catch {
          // A refusal takes time as well.
        }
      }
    }),
)
