import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createGradedPool, createSlabPool } from './slab-pool.ts'
import { createStagedFile } from './staged-file.ts'
import { writeBatched } from './write-batched.ts'

test('a graded pool lends small slabs while the large ones are out, and large ones again after', () => {
  const pool = createGradedPool(createSlabPool(8192, 2), 2, createSlabPool(4096, 2))
  const sizes = () => [pool.take(), pool.take(), pool.take(), pool.take()]
  const lent = sizes()
  expect(lent.map((slab) => slab.length)).toEqual([8192, 8192, 4096, 4096])
  expect(new Set(lent.map((slab) => slab.buffer)).size).toBe(4)
  for (const slab of lent) pool.give(slab)
  expect(sizes().map((slab) => slab.length)).toEqual([8192, 8192, 4096, 4096])
})

test('many senders that wait in the middle hold little memory, and lose nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-slabs-'))
  const direct = { usable: true }
  const senders = Array.from({ length: 150 }, (_, i) => {
    const path = join(directory, String(i))
    const file = createStagedFile(path, { direct, prepare: async () => {} })
    const source = new PassThrough()
    return { i, path, file, source, written: writeBatched(file, source) }
  })
  const piece = (i: number) => Buffer.alloc(60_000, i)
  const before = process.memoryUsage().arrayBuffers
  const shared = senders.map(({ i }) => piece(i))
  for (let round = 0; round < 16; round++)
    for (const { i, source } of senders) if (!source.write(shared[i])) await once(source, 'drain')
  const held = process.memoryUsage().arrayBuffers - before - shared.length * 60_000
  // 32 of 1 MB and the others of 128 KB, with as many more while the last ones are written.
  expect(held).toBeLessThan(100_000_000)
  for (const { i, source } of senders) source.end(piece(i))
  for (const { i, path, file, written } of senders) {
    expect(await written).toBe(17 * 60_000)
    file.close()
    expect((await stat(path)).size).toBe(17 * 60_000)
    if (i % 10 === 0) expect((await readFile(path)).every((byte) => byte === i)).toBe(true)
  }
  await rm(directory, { recursive: true })
})
