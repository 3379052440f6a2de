import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplesOf, wavOf } from './wav.ts'

test('the samples of a written file are those that went in', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const samples = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
      expect(samplesOf(wavOf(samples))?.equals(samples)).toBe(true)
    }),
  )
})

test('another rate and compressed formats have no samples', () => {
  const other = wavOf(Buffer.alloc(20))
  other.writeUInt32LE(44_100, 24)
  for (const bytes of [
    other,
    Buffer.from('ID3\u0003'),
    Buffer.from('OggS'),
    Buffer.from([0xff, 0xfb, 0x90]),
  ]) {
    expect(samplesOf(bytes)).toBeUndefined()
  }
})

test('no bytes make the reader throw or run on', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, riff) => {
      const answer = Buffer.concat([Buffer.from(riff ? 'RIFF\u0000\u0000\u0000\u0000WAVE' : ''), bytes])
      expect(() => samplesOf(answer)).not.toThrow()
    }),
  )
})
