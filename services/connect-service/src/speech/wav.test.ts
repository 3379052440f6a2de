import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedForm, decodeWav, encodeWav } from './wav.ts'

test('reads back the samples that were written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const samples = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
      expect(decodeWav(encodeWav(samples))?.samples.equals(samples)).toBe(true)
    }),
  )
})

test('keeps the sound format if a file has another sample rate', () => {
  const form = { channels: 2, rate: 44_100, bits: 16 }
  const sound = decodeWav(encodeWav(Buffer.alloc(20), form))
  expect([sound?.form, sound?.samples.length]).toEqual([form, 20])
  expect(decodeWav(Buffer.alloc(21))).toEqual({ form: askedForm, samples: Buffer.alloc(20) })
})

test('returns no samples if the format is compressed', () => {
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

test('neither throws nor hangs on arbitrary bytes', () => {
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
