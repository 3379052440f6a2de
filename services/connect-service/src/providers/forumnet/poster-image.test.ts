import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { posterImage } from './poster-image.ts'

test('creates a PNG of the given size with one row of pixels per line', () => {
  const image = Buffer.from(posterImage(16, 9))
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([16, 9])
  const at = image.indexOf('IDAT')
  const pixels = inflateSync(image.subarray(at + 4, at + 4 + image.readUInt32BE(at - 4)))
  expect(pixels).toHaveLength(17 * 9)
})
