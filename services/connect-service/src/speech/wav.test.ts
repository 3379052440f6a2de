import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedForm, decodeWav, encodeWav } from './wav.ts'

test('the samples of a written file are those that went in', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const samples = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
      expect(decodeWav(encodeWav(samples))?.samples.equals(samples)).toBe(true)
    }),
  )
})

test('a file of another rate keeps its form', () => {
  const form = { channels: 2, rate: 44_100, bits: 16 }
  const sound = decodeWav(encodeWav(Buffer.alloc(20), form))
  expect([sound?.form, sound?.samples.length]).toEqual([form, 20])
  expect(decodeWav(Buffer.alloc(21))).toEqual({ form: askedForm, samples: Buffer.alloc(20) })
})

test('compressed formats have no samples', () => {
  const compressed = encodeWav(Buffer.alloc(20))
  compressed.writeUInt16LE(85, 20)
  for (const bytes of [
    compressed,
    Buffer.from('ID3\u0003'),
    Buffer.from('OggS'),
    Buffer.from([0xff, 0xfb, 0x90]),
  ]) {
    expect(decodeWav(bytes)).toBeUndefined()
  }
})

test('no bytes make the reader throw or run on', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, riff) => {
      const answer = Buffer.concat([
        Buffer.from(riff ? 'RIFF\u0000\u0000\u0000\u0000WAVE' : ''),
        bytes,
      ])
      expect(() => decodeWav(answer)).not.toThrow()
    }),
  )
})
