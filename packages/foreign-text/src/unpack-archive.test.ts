import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ArchiveError, unpackArchive } from './unpack-archive.ts'

const limits = { mostBytes: 1_000, mostFiles: 3, isWanted: () => true }
const text = Buffer.from('a line\n'.repeat(50))

/** Returns an archive whose directory states another unpacked size for its first file. */
function stating(size: number, level: 0 | 6, count = 1): Uint8Array {
  const names = Array.from({ length: count }, (_, n) => `${n}.txt`)
  const bytes = zipSync(Object.fromEntries(names.map((name) => [name, text])), { level })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at + 46 <= bytes.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return bytes
}

const findReason = (bytes: Uint8Array, more: Partial<typeof limits> = {}) => {
  try {
    unpackArchive(bytes, { ...limits, ...more })
  } catch (error) {
    return error instanceof ArchiveError ? error.reason : error
  }
}

test('returns only wanted files, and ignores the size of the others', () => {
  const bytes = zipSync({ 'a.txt': text, 'b.bin': new Uint8Array(100_000) })
  expect(unpackArchive(bytes, { ...limits, isWanted: (name) => name === 'a.txt' })).toEqual([
    ['a.txt', new Uint8Array(text)],
  ])
})

test.each([
  ['a compressed file states a smaller size', stating(10, 6), 'damaged'],
  ['a compressed file states no size', stating(0, 6), 'damaged'],
  ['a compressed file states a size above the limit', stating(4_000_000_000, 6), 'too_large'],
  ['stored files above the limit state no size', stating(0, 0, 3), 'too_large'],
  ['the files exceed the limit together', stating(350, 6, 3), 'too_large'],
  ['there are more files than the limit', stating(1, 6, 4), 'too_large'],
  ['the archive is truncated', stating(350, 6).subarray(0, 60), 'damaged'],
  ['the file is empty', new Uint8Array(), 'damaged'],
] as const)('refuses an archive if %s', (_case, bytes, reason) => {
  expect(findReason(bytes)).toBe(reason)
})
