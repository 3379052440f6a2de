import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRange } from './byte-range.ts'

describe('chooseRange', () => {
  it.each<[string, ReturnType<typeof chooseRange>]>([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=10-1000', { start: 10, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-100', { start: 0, end: 99 }],
    ['bytes=-5000', { start: 0, end: 99 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
    ['bytes= 1-2 , ', { start: 1, end: 2 }],
    ['bytes=0-99999999999999999999999', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-,200-', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=0-1,2-3', 'whole'],
    ['bytes=0-1,500-', 'whole'],
    ['bytes=5-2', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1-2-3', 'whole'],
    ['bytes=+1-2', 'whole'],
    ['bytes 1-2', 'whole'],
    ['items=0-1', 'whole'],
    ['', 'whole'],
  ])('responds to %j for 100 bytes', (header, answer) => {
    expect(chooseRange(header, 100)).toEqual(answer)
  })

  it('selects the whole blob if there is no header', () => {
    expect(chooseRange(undefined, 100)).toBe('whole')
  })

  it('satisfies no range if the blob is empty', () => {
    expect(chooseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(chooseRange('bytes=-1', 0)).toBe('unsatisfiable')
  })

  it('selects the same bytes as a byte-by-byte reference', () => {
    const spec = fc.oneof(
      fc.record({ first: fc.nat(40), last: fc.option(fc.nat(40), { nil: undefined }) }),
      fc.record({ suffix: fc.nat(40) }),
    )
    fc.assert(
      fc.property(spec, fc.nat(30), (range, size) => {
        const all = Array.from({ length: size }, (_, i) => i)
        const header =
          'suffix' in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ''}`
        const invalid = !('suffix' in range) && range.last !== undefined && range.last < range.first
        const picked =
          'suffix' in range
            ? all.filter((i) => i >= size - range.suffix)
            : all.filter((i) => i >= range.first && i <= (range.last ?? size))
        const answer = chooseRange(header, size)
        if (invalid) expect(answer).toBe('whole')
        else if (picked.length === 0) expect(answer).toBe('unsatisfiable')
        else expect(answer).toEqual({ start: picked[0], end: picked.at(-1) })
      }),
    )
  })

  it('does not throw and does not exceed the blob', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `bytes=${text}`),
        ),
        fc.nat(50),
        (header, size) => {
          const answer = chooseRange(header, size)
          if (typeof answer === 'string') return
          expect(answer.start).toBeGreaterThanOrEqual(0)
          expect(answer.end).toBeGreaterThanOrEqual(answer.start)
          expect(answer.end).toBeLessThan(size)
        },
      ),
    )
  })
})
