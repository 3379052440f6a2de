import fc from 'fast-check'
import { expect, test } from 'vitest'
import { granuleBytes, parseContentRange, relayChunkBytes } from './video-upload.ts'

test.each([
  ['bytes 0-262143/600000', { start: 0, length: 262_144 }],
  ['bytes 524288-599999/600000', { start: 524_288, length: 75_712 }],
  ['bytes 0-100/600000', undefined],
  ['bytes 0-600000/600000', undefined],
  ['bytes 0-262143/600001', undefined],
  ['bytes 5-4/600000', undefined],
  ['bytes */600000', undefined],
  ['0-262143/600000', undefined],
  [undefined, undefined],
])('parses the range %s of 600,000 bytes as %j', (range, chunk) => {
  expect(parseContentRange(range, 600_000)).toEqual(chunk)
})

test('accepts a chunk only if it lies within the file and fits into one request', () => {
  const natural = fc.nat({ max: 5_000_000 })
  fc.assert(
    fc.property(natural, natural, fc.integer({ min: 1, max: 5_000_000 }), (start, length, size) => {
      const chunk = parseContentRange(`bytes ${start}-${start + length}/${size}`, size)
      if (chunk === undefined) return
      expect(chunk.start + chunk.length).toBeLessThanOrEqual(size)
      expect(chunk.length).toBeLessThanOrEqual(relayChunkBytes)
      if (chunk.start + chunk.length < size) expect(chunk.length % granuleBytes).toBe(0)
    }),
  )
})
