import { buildAssetKey, type Visibility } from '@atrium/asset-key'
import type { BlobStore } from '@atrium/blob-store'
import { createMemoryStore, listed, putBlob, toBytes } from '@atrium/blob-store/testing'
import { commonErrors, newId, releaseLeaseMs } from '@atrium/contracts'
import { createLogger } from '@atrium/service-kit'
import { capturedLog } from '@atrium/testkit'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { BlobCache } from '../read/blob-cache.ts'
import type { OwnerCalls } from './owner-calls.ts'
import { releaseAssets } from './release-assets.ts'

interface Settled {
  released: string[]
  kept: string[]
  releaseId: string
}

describe('releaseAssets', () => {
  let store: BlobStore
  let settled: Settled[]
  const logger = createLogger('assets', 'silent', [], capturedLog().destination)
  const orgId = newId('org')
  beforeEach(() => {
    store = createMemoryStore()
    settled = []
  })

  const put = async (visibility: Visibility = 'pub', org = orgId) => {
    const key = buildAssetKey({ orgId: org, visibility, extension: 'png' })
    await putBlob(store, key, toBytes('x'))
    return key
  }
  const owner = (live: string[], name = 'board'): OwnerCalls => ({
    name,
    uses: `A record of ${name}`,
    liveAssets: async ({ keys }) => ({ live: live.filter((key) => keys.includes(key)) }),
    releaseSettled: async (outcome) => settled.push(outcome),
  })
  const failing: OwnerCalls = {
    name: 'site',
    uses: 'A site',
    liveAssets: () => Promise.reject(commonErrors.unavailable()),
    releaseSettled: () => Promise.reject(commonErrors.unavailable()),
  }
  const release = (owners: OwnerCalls[], keys: string[], now = () => 0, from = store) =>
    releaseAssets({ store: from, cache: new BlobCache(0), logger, owners, now }, { orgId, keys })

  it('deletes blobs that no owner uses and keeps the rest', async () => {
    const [live, free, alsoLive] = [await put(), await put('priv'), await put()]
    const outcome = await release(
      [owner([live]), owner([alsoLive], 'site')],
      [live, free, alsoLive],
    )
    expect(outcome).toEqual({
      released: [free],
      kept: [live, alsoLive],
      uses: ['A record of board', 'A record of site'],
    })
    expect([...(await listed(store.list(orgId))).keys()]).toEqual([live, alsoLive])
    expect(settled).toEqual([
      { orgId, releaseId: expect.any(String), released: [free], kept: [live, alsoLive] },
      { orgId, releaseId: settled[0]?.releaseId, released: [free], kept: [live, alsoLive] },
    ])
  })

  it('counts a missing blob as released', async () => {
    const gone = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
    expect(await release([owner([])], [gone, gone])).toMatchObject({ released: [gone], kept: [] })
  })

  it('keeps everything if an owner fails, and tells the others', async () => {
    const key = await put()
    expect(await release([owner([]), failing], [key])).toMatchObject({ released: [], kept: [key] })
    expect(settled).toMatchObject([{ released: [], kept: [key] }])
    expect(await store.stat(key)).toBeDefined()
  })

  it('keeps every blob if there is no owner to ask', async () => {
    const key = await put()
    expect(await release([], [key])).toMatchObject({ released: [], kept: [key] })
  })

  it('keeps malformed keys and keys of another org without asking about them', async () => {
    const foreign = await put('pub', newId('org'))
    const asked: string[] = []
    const watching: OwnerCalls = {
      ...owner([]),
      liveAssets: async ({ keys }) => {
        asked.push(...keys)
        return { live: [] }
      },
    }
    const mine = await put()
    const outcome = await release([watching], [foreign, 'nonsense', mine])
    expect(outcome).toMatchObject({ released: [mine], kept: [foreign, 'nonsense'] })
    expect(asked).toEqual([mine])
    expect(await store.stat(foreign)).toBeDefined()
  })

  it('deletes nothing more when its lease has expired', async () => {
    const keys = [await put(), await put(), await put()]
    let reads = 0
    // The clock jumps past the lease after the first deletion.
    const now = () => (reads++ < 2 ? 0 : releaseLeaseMs)
    const outcome = await release([owner([])], keys, now)
    expect(outcome).toMatchObject({ released: keys.slice(0, 1), kept: keys.slice(1) })
  })

  it('keeps a blob if the store fails to delete it', async () => {
    const [stuck, free] = [await put(), await put()]
    const broken: BlobStore = {
      ...store,
      delete: (key) => (key === stuck ? Promise.reject(new Error('disk')) : store.delete(key)),
    }
    expect(await release([owner([])], [stuck, free], () => 0, broken)).toEqual({
      released: [free],
      kept: [stuck],
      uses: [],
    })
  })

  it('keeps a blob if any owner names it, even if the others do not', async () => {
    const answers = fc.array(fc.option(fc.array(fc.nat(5)), { nil: undefined }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(answers, async (owners) => {
        const keys = await Promise.all(Array.from({ length: 6 }, () => put()))
        const calls = owners.map((live) => (live ? owner(live.map((i) => keys[i] ?? '')) : failing))
        const { released, kept } = await release(calls, keys)
        const doubt = owners.length === 0 || owners.includes(undefined)
        const free = keys.filter((_, i) => !doubt && !owners.some((live) => live?.includes(i)))
        expect(released).toEqual(free)
        expect([...released, ...kept].toSorted()).toEqual(keys.toSorted())
        for (const key of keys)
          expect((await store.stat(key)) === undefined).toBe(free.includes(key))
      }),
    )
  })
})
