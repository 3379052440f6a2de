import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from './memory-cache.ts'

const createCache = (capacityBytes: number) =>
  createMemoryCache({ capacityBytes, costOf: (bytes) => bytes + 1024 })
const blob = (bytes: number) => ({ bytes: Buffer.alloc(bytes) })
const read = (cache: ReturnType<typeof createCache>, key: string, bytes: number): boolean => {
  if (cache.find(key)) return true
  if (cache.wants(bytes)) cache.keep(key, blob(bytes))
  return false
}

describe('the memory cache', () => {
  it('keeps what fits from its first read on', () => {
    const cache = createCache(1_000_000)
    expect(read(cache, 'a', 1000)).toBe(false)
    expect(read(cache, 'a', 1000)).toBe(true)
  })

  it('makes room for a newcomer with what was used least recently', () => {
    const cache = createCache(1_000_000)
    const keys = Array.from({ length: 40 }, (_, i) => `blob-${i}`)
    for (const key of keys) read(cache, key, 20_000)
    expect(cache.find('blob-0')).toBeDefined()
    for (let i = 0; i < 20; i++) read(cache, `new-${i}`, 20_000)
    expect(cache.find('blob-0')).toBeDefined()
    expect(cache.find('blob-1')).toBeUndefined()
    expect(cache.find('new-0')).toBeDefined()
  })

  it('never holds more than its bound', () => {
    const steps = fc.array(fc.tuple(fc.nat(40), fc.nat(30_000)), { maxLength: 200 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 200_000 }), (reads, capacity) => {
        const cache = createCache(capacity)
        const sizes = new Map<number, number>()
        for (const [key, bytes] of reads) {
          const size = sizes.get(key) ?? bytes
          sizes.set(key, size)
          read(cache, String(key), size)
          expect(cache.heldBytes).toBeLessThanOrEqual(capacity)
        }
      }),
    )
  })

  it('refuses an entry that would take a large part of it, and everything when it is off', () => {
    expect(createCache(1_000_000).wants(200_000)).toBe(false)
    const off = createCache(0)
    expect(off.wants(1)).toBe(false)
    expect(off.find('a')).toBeUndefined()
    expect(off.heldBytes).toBe(0)
  })

  it('forgets one entry, or all below a prefix', () => {
    const cache = createCache(1_000_000)
    for (const key of ['one/a', 'one/b', 'two/a']) read(cache, key, 10)
    cache.forget('one/a')
    expect(cache.find('one/a')).toBeUndefined()
    expect(cache.forgets).toBe(1)
    cache.forgetPrefix('one/')
    expect(cache.forgets).toBe(2)
    expect(cache.find('one/b')).toBeUndefined()
    expect(cache.find('two/a')).toBeDefined()
  })
})
