import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { visibilities } from '@atrium/asset-key'
import { newId } from '@atrium/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from '../src/blob-store.ts'
import { keyFor, listed, putBlob, readAll, sumStored, toBytes } from './stored-blobs.ts'

export interface StoreUnderTest {
  store: BlobStore
  /**
   * Returns the names of everything that is physically kept, including temporary leftovers, if the
   * backend can tell.
   */
  leftovers?: () => Promise<string[]>
  stop(): Promise<void>
}

export interface ContractOptions {
  /** The size of a blob that the backend must not hold in one piece. */
  largeBytes: number
  /** The number of property test runs. Network backends use fewer. */
  runs: number
}

/** Tests the guarantees of every backend. Each test uses its own organisations. */
export function describeBlobStore(
  name: string,
  start: () => Promise<StoreUnderTest>,
  options: ContractOptions,
) {
  describe(name, () => {
    let under: StoreUnderTest
    let store: BlobStore
    beforeAll(async () => {
      under = await start()
      store = under.store
      await store.check()
    }, 60_000)
    afterAll(() => under.stop())
    const org = () => newId('org')

    it('returns exactly the stored bytes with their size and time', async () => {
      const key = keyFor(org())
      const before = Date.now()
      expect(await putBlob(store, key, toBytes('hello ', 'world'))).toEqual({ bytes: 11 })
      expect(String(await readAll(store, key))).toBe('hello world')
      const stat = await store.stat(key)
      expect(stat).toMatchObject({ key, bytes: 11 })
      expect(Math.abs((stat?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
      const blob = await store.open(key)
      expect(blob).toMatchObject({ key, bytes: 11 })
      expect(String(await blob?.buffer())).toBe('hello world')
    })

    it('keeps an empty blob', async () => {
      const key = keyFor(org())
      await putBlob(store, key, toBytes())
      expect(await store.stat(key)).toMatchObject({ bytes: 0 })
      expect(await readAll(store, key)).toEqual(Buffer.alloc(0))
    })

    it('streams a large blob unchanged', async () => {
      const key = keyFor(org(), 'priv', 'mp4')
      const block = randomBytes(1_000_003)
      const blocks = Math.ceil(options.largeBytes / block.length)
      async function* source() {
        for (let i = 0; i < blocks; i++) yield block
      }
      expect(await putBlob(store, key, source())).toEqual({ bytes: blocks * block.length })
      const blob = await store.open(key)
      let at = 0
      for await (const chunk of blob?.stream() ?? []) {
        for (let offset = 0; offset < chunk.length; ) {
          const from = (at + offset) % block.length
          const length = Math.min(chunk.length - offset, block.length - from)
          if (block.compare(chunk, offset, offset + length, from, from + length) !== 0)
            throw new Error(`at ${at}`)
          offset += length
        }
        at += chunk.length
      }
      expect(at).toBe(blocks * block.length)
      const middle = await readAll(store, key, { start: block.length - 5, end: block.length + 4 })
      expect(middle).toEqual(Buffer.concat([block.subarray(-5), block.subarray(0, 5)]))
      await store.delete(key)
    })

    it('reads any inclusive range', async () => {
      const key = keyFor(org())
      const bytes = randomBytes(257)
      await putBlob(store, key, toBytes(bytes))
      const range = fc
        .tuple(fc.nat({ max: 256 }), fc.nat({ max: 256 }))
        .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
      await fc.assert(
        fc.asyncProperty(range, async ({ start: from, end }) => {
          expect(await readAll(store, key, { start: from, end })).toEqual(
            bytes.subarray(from, end + 1),
          )
        }),
        { numRuns: options.runs },
      )
    })

    it('treats malformed keys as absent when reading and rejects them when writing', async () => {
      const id = org()
      const uuid = 'c0ffee00-0000-4000-8000-000000000000'
      const malformed = [
        '',
        `${uuid}.png`,
        `${id}/${uuid}.png`,
        `${id}/public/${uuid}.png`,
        `${id}/pub/${uuid.toUpperCase()}.png`,
        `${id}/pub/../priv/${uuid}.png`,
        `../${id}/pub/${uuid}.png`,
        `/${id}/pub/${uuid}.png`,
        `${id}/pub/${uuid}.png\0`,
        `${id}/pub/${uuid}.svg`,
        `.tmp/pub/${uuid}.png`,
      ]
      for (const key of malformed) {
        expect(await store.open(key)).toBeUndefined()
        expect(await store.stat(key)).toBeUndefined()
        expect(await store.delete(key)).toBe(false)
        await expect(putBlob(store, key, toBytes('x'))).rejects.toThrow(TypeError)
      }
      expect(await sumStored(store, id)).toEqual({ bytes: 0, count: 0 })
      expect(await under.leftovers?.()).toEqual(under.leftovers && [])
    })

    it('leaves nothing behind if the upload source breaks', async () => {
      const id = org()
      const key = keyFor(id)
      async function* broken() {
        yield randomBytes(300_000)
        throw new Error('the line was cut')
      }
      await expect(putBlob(store, key, broken())).rejects.toThrow('the line was cut')
      expect(await store.stat(key)).toBeUndefined()
      expect(await sumStored(store, id)).toEqual({ bytes: 0, count: 0 })
      expect(await under.leftovers?.()).toEqual(under.leftovers && [])
    })

    it('stops at an abort, even while the source is silent, and leaves nothing behind', async () => {
      const id = org()
      const control = new AbortController()
      const source = new Readable({ read() {} })
      source.push(randomBytes(1000))
      const put = putBlob(store, keyFor(id), source, { signal: control.signal })
      const refused = expect(put).rejects.toThrow('enough')
      setTimeout(() => control.abort(new Error('enough')), 30)
      await refused
      expect(await sumStored(store, id)).toEqual({ bytes: 0, count: 0 })
      expect(await under.leftovers?.()).toEqual(under.leftovers && [])
    })

    it('hides a staged blob until its commit', async () => {
      const id = org()
      const key = keyFor(id)
      const staged = await store.stage(toBytes('later'))
      expect(staged.bytes).toBe(5)
      expect(await sumStored(store, id)).toEqual({ bytes: 0, count: 0 })
      await store.sweep()
      await staged.commit(key)
      expect(String(await readAll(store, key))).toBe('later')
      expect(await sumStored(store, id)).toEqual({ bytes: 5, count: 1 })
    })

    it('stores the changed bytes when a staged blob is changed before its commit', async () => {
      const [overwritten, replaced] = [keyFor(org()), keyFor(org())]
      const first = await store.stage(toBytes('hello ', 'world'))
      await first.write(6, Buffer.from('there'))
      expect(String(await first.read(4, 100))).toBe('o there')
      await first.commit(overwritten)
      expect(String(await readAll(store, overwritten))).toBe('hello there')
      const second = await store.stage(toBytes('a long text'))
      await second.replace(Buffer.from('short'))
      await second.commit(replaced)
      expect(String(await readAll(store, replaced))).toBe('short')
      expect(await store.stat(replaced)).toMatchObject({ bytes: 5 })
    })

    it('removes a staged blob when it is aborted', async () => {
      const staged = await store.stage(toBytes('never'))
      await staged.abort()
      expect(await under.leftovers?.()).toEqual(under.leftovers && [])
    })

    it('deletes a blob once', async () => {
      const key = keyFor(org())
      await putBlob(store, key, toBytes('x'))
      expect(await store.delete(key)).toBe(true)
      expect(await store.delete(key)).toBe(false)
      expect(await store.open(key)).toBeUndefined()
    })

    it('lists exactly the requested organisation and lane', async () => {
      const id = org()
      // The neighbour's id differs only in the last digit.
      const neighbour = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
      const [pub, priv, other] = [keyFor(id, 'pub'), keyFor(id, 'priv'), keyFor(neighbour, 'pub')]
      await putBlob(store, pub, toBytes('1'))
      await putBlob(store, priv, toBytes('22'))
      await putBlob(store, other, toBytes('333'))
      expect(await listed(store.list(id))).toEqual(
        new Map([
          [pub, 1],
          [priv, 2],
        ]),
      )
      expect(await listed(store.list(id, 'pub'))).toEqual(new Map([[pub, 1]]))
      expect(await listed(store.list(id, 'priv'))).toEqual(new Map([[priv, 2]]))
      expect(await listed(store.list(org()))).toEqual(new Map())
    })

    it('purges one organisation completely and no other', async () => {
      const [id, other] = [org(), org()]
      await putBlob(store, keyFor(id, 'pub'), toBytes('1'))
      await putBlob(store, keyFor(id, 'priv'), toBytes('22'))
      await putBlob(store, keyFor(other), toBytes('333'))
      expect(await store.purge(id)).toEqual({ bytes: 3, count: 2 })
      expect(await store.purge(id)).toEqual({ bytes: 0, count: 0 })
      expect(await listed(store.list(id))).toEqual(new Map())
      expect(await sumStored(store, id)).toEqual({ bytes: 0, count: 0 })
      expect(await sumStored(store, other)).toEqual({ bytes: 3, count: 1 })
      await putBlob(store, keyFor(id), toBytes('4'))
      expect(await sumStored(store, id)).toEqual({ bytes: 1, count: 1 })
    })

    it('counts exactly under concurrent uploads and deletes', async () => {
      const id = org()
      const keys = Array.from({ length: 24 }, (_, i) => keyFor(id, i % 3 === 0 ? 'priv' : 'pub'))
      await Promise.all(keys.map((key, i) => putBlob(store, key, toBytes(randomBytes(i)))))
      const answers = await Promise.all([
        ...keys.slice(0, 8).map((key) => store.delete(key)),
        sumStored(store, id),
      ])
      expect(answers.slice(0, 8)).toEqual(Array(8).fill(true))
      const rest = keys.slice(8).reduce((sum, _, i) => sum + i + 8, 0)
      expect(await sumStored(store, id)).toEqual({ bytes: rest, count: 16 })
    })

    it('agrees with a model under any sequence of puts, deletes, purges and reads', async () => {
      const action = fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            do: fc.constant('put' as const),
            org: fc.nat(1),
            lane: fc.nat(1),
            size: fc.nat(50),
          }),
        },
        {
          weight: 3,
          arbitrary: fc.record({ do: fc.constant('delete' as const), pick: fc.nat(30) }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), org: fc.nat(1) }) },
        { weight: 3, arbitrary: fc.record({ do: fc.constant('usage' as const), org: fc.nat(1) }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
          const orgs = [org(), org()]
          const model = new Map<string, number>()
          const ofOrg = (id: string | undefined) =>
            [...model].filter(([key]) => key.startsWith(`${id}/`))
          const sum = (entries: [string, number][]) => ({
            bytes: entries.reduce((total, [, bytes]) => total + bytes, 0),
            count: entries.length,
          })
          for (const step of actions) {
            if (step.do === 'put') {
              const key = keyFor(orgs[step.org] ?? '', visibilities[step.lane])
              await putBlob(store, key, toBytes(randomBytes(step.size)))
              model.set(key, step.size)
            } else if (step.do === 'delete') {
              const key = [...model.keys()][step.pick]
              if (key) expect(await store.delete(key)).toBe(model.delete(key))
            } else if (step.do === 'purge') {
              const id = orgs[step.org] ?? ''
              expect(await store.purge(id)).toEqual(sum(ofOrg(id)))
              for (const [key] of ofOrg(id)) model.delete(key)
            } else {
              expect(await sumStored(store, orgs[step.org] ?? '')).toEqual(
                sum(ofOrg(orgs[step.org])),
              )
            }
          }
          for (const id of orgs) {
            expect(await listed(store.list(id))).toEqual(new Map(ofOrg(id)))
            expect(await sumStored(store, id)).toEqual(sum(ofOrg(id)))
          }
        }),
        { numRuns: Math.ceil(options.runs / 2) },
      )
    }, 60_000)
  })
}
