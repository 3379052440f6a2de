import type { BlobFacts } from '@atrium/blob-store'
import { expect, test } from 'vitest'
import { createLibrary, keysKept, keysRead } from './newest-first.ts'

const orgId = 'org_1'

/** Creates a store of `blobs` blobs, each newer than the one before. It counts the reads. */
function buildStore(blobs: number) {
  const reads = { lists: 0, keys: 0 }
  async function* blobsInOrder(): AsyncGenerator<BlobFacts> {
    for (let at = 0; at < blobs; at++) {
      reads.keys += 1
      yield { key: `${orgId}/pub/${at}`, bytes: 1, modifiedAt: new Date(at) }
    }
  }
  const list = () => {
    reads.lists += 1
    return blobsInOrder()
  }
  return { list, reads }
}

test('reads a limited number of keys from a store of any size, and keeps the newest', async () => {
  const store = buildStore(keysRead + 10)
  const found = await createLibrary(store)(orgId, 1)
  expect(store.reads.keys).toBe(keysRead)
  expect(found.length).toBe(keysKept)
  expect([found[0]?.at, found.at(-1)?.at]).toEqual([keysRead - 1, keysRead - keysKept])
})

test('shares one listing between concurrent requests of the same version', async () => {
  const store = buildStore(10)
  const library = createLibrary(store)
  const found = await Promise.all([library(orgId, 1), library(orgId, 1), library(orgId, 1)])
  expect(new Set(found).size).toBe(1)
  expect(store.reads.lists).toBe(1)
  await library(orgId, 2)
  expect(store.reads.lists).toBe(2)
})

test('retries with the next request if a listing fails', async () => {
  const good = buildStore(1)
  let fails = true
  const library = createLibrary({
    list: () => {
      if (fails) throw new Error('away')
      return good.list()
    },
  })
  await expect(library(orgId, 1)).rejects.toThrow('away')
  fails = false
  expect(await library(orgId, 1)).toHaveLength(1)
})
