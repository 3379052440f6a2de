import { randomBytes } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSlabPool } from './slab-pool.ts'
import { createStagedFile, type DirectWrites } from './staged-file.ts'
import { writeBatched } from './write-batched.ts'

const slabBytes = 1024 * 1024
let directory: string
let direct: DirectWrites
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atrium-staged-'))
  direct = { usable: true }
})
afterEach(() => rm(directory, { recursive: true }))

const fileAt = (path: string) =>
  createStagedFile(path, { direct, prepare: () => mkdir(dirname(path), { recursive: true }) })

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const sizes = [0, 1, 4095, 4097, slabBytes - 1, slabBytes, slabBytes + 1, 3 * slabBytes, 3 * slabBytes + 4097]
test.each(sizes.flatMap((size) => [true, false].map((usable) => [size, usable] as const)))(
  '%d bytes are what the file holds, and it holds no more (past the cache: %s)',
  async (size, usable) => {
    direct.usable = usable
    const bytes = randomBytes(size)
    const path = join(directory, 'part', 'file')
    const file = fileAt(path)
    expect(await writeBatched(file, inChunks(bytes, 65_536 - 7))).toBe(size)
    await file.finish(true)
    file.close()
    expect((await readFile(path)).equals(bytes)).toBe(true)
    expect(direct.usable).toBe(usable)
  },
)

test('nothing of what a slab held before reaches the disk', async () => {
  const slab = createSlabPool(slabBytes, 1).take().fill('old')
  const file = fileAt(join(directory, 'file'))
  await file.write(slab, slabBytes)
  await file.write(slab, 100)
  file.close()
  // What is behind the last byte of the last block was cleared before the block was written.
  expect(slab.subarray(100, 4096).every((byte) => byte === 0)).toBe(true)
})

test('slabs that the disk refuses because of where they lie are written all the same', async () => {
  // One byte behind a page.
  const slab = createSlabPool(slabBytes + 4096, 1)
    .take()
    .subarray(1, slabBytes + 1)
  const path = join(directory, 'file')
  const file = fileAt(path)
  const bytes = [randomBytes(slabBytes), randomBytes(slabBytes), randomBytes(5000)]
  for (const part of bytes) {
    slab.set(part)
    await file.write(slab, part.length)
  }
  await file.finish(true)
  file.close()
  expect((await readFile(path)).equals(Buffer.concat(bytes))).toBe(true)
})

test('a file that was taken away while it was written is not made again without its beginning', async () => {
  const aligned = createSlabPool(slabBytes, 1).take()
  const path = join(directory, 'file')
  const file = fileAt(path)
  await file.write(aligned, slabBytes)
  const wasDirect = direct.usable
  await rm(path)
  // What the disk refuses is written through the cache, for which the file is opened once more.
  const refused = createSlabPool(slabBytes + 4096, 1)
    .take()
    .subarray(1, slabBytes + 1)
  const outcome = await file.write(refused, slabBytes).catch((error: unknown) => error)
  file.close()
  // Elsewhere the file stays open, and its bytes go where it went.
  if (wasDirect && !direct.usable) expect(String(outcome)).toContain('ENOENT')
  await expect(access(path)).rejects.toThrow()
})

test('a source that breaks off ends the write with its error', async () => {
  async function* broken() {
    yield randomBytes(2 * slabBytes)
    throw new Error('cut off')
  }
  const file = fileAt(join(directory, 'file'))
  await expect(writeBatched(file, broken())).rejects.toThrow('cut off')
  file.close()
})

test('a file that cannot be made ends the write with the reason', async () => {
  const file = createStagedFile(join(directory, 'absent', 'file'), { direct, prepare: async () => {} })
  await expect(writeBatched(file, inChunks(randomBytes(3 * slabBytes), 65_536))).rejects.toThrow('ENOENT')
  file.close()
  await expect(access(join(directory, 'absent'))).rejects.toThrow()
})
