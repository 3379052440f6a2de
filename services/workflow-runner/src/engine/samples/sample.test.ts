import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeSample } from './sample.ts'

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

it('keeps a small batch as it is', () => {
  const items = [{ json: { a: 1 } }, { externalId: 'x', json: { b: 'é' } }]
  expect(takeSample(items)).toEqual({ items, truncated: false })
})

it('keeps at most three items and marks the sample if there are more', () => {
  const sample = takeSample([1, 2, 3, 4].map((n) => ({ json: { n } })))
  expect(sample.items.map((item) => item.json['n'])).toEqual([1, 2, 3])
  expect(sample.truncated).toBe(true)
})

it('keeps any batch within 8 KB and well-formed', () => {
  const json = fc.dictionary(fc.string({ maxLength: 40 }), fc.jsonValue({ maxDepth: 6 }), {
    maxKeys: 30,
  })
  fc.assert(
    fc.property(
      fc.array(json, { maxLength: 5 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.integer({ min: 4_000, max: 9_000 }),
      (list, piece, length) => {
        const long = piece.repeat(length).slice(0, length)
        const sample = takeSample(list.map((each) => ({ json: { ...each, long } })))
        expect(bytes(sample.items)).toBeLessThanOrEqual(8_192)
        expect(JSON.stringify(sample.items).isWellFormed()).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

it('samples a giant, deep or cyclic item as fast as a small one', () => {
  const cyclic: Record<string, unknown> = { a: 1 }
  cyclic['self'] = cyclic
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 100_000; level += 1) deep = { deep }
  let reads = 0
  const list = new Proxy(new Array(1_000_000).fill('y'), {
    get(target, key) {
      reads += 1
      return Reflect.get(target, key)
    },
  })
  const giant = { text: 'x'.repeat(50_000_000), list }
  for (const json of [cyclic, deep, giant]) {
    const sample = takeSample([{ json }])
    expect(sample.truncated).toBe(true)
    expect(bytes(sample.items)).toBeLessThanOrEqual(8_192)
    expect(JSON.stringify(sample.items)).toContain('[truncated]')
  }
  expect(reads).toBeLessThan(10_000)
})
