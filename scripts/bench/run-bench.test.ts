import { expect, test } from 'vitest'
import { findBenches, matching } from './find-benches.ts'
import { reached, summary } from './run-bench.ts'

test('benchmarks are found, the files they share are not', () => {
  const benches = findBenches()
  expect(benches).toContain('packages/messaging/bench/rpc.ts')
  expect(benches).toContain('scripts/bench/me.ts')
  expect(benches.filter((bench) => /platform|load/.test(bench))).toEqual([])
})

test('words choose by path', () => {
  const benches = ['packages/messaging/bench/rpc.ts', 'services/gateway/bench/gateway.bench.ts']
  expect(matching(benches, [])).toEqual(benches)
  expect(matching(benches, ['--', 'gateway'])).toEqual(benches.slice(1))
  expect(matching(benches, ['nothing'])).toEqual([])
})

test.each([
  [5_000, '>= 5000', true],
  [4_999.9, '>= 5000', false],
  [14.9, '< 15', true],
  [15, '< 15 ms', false],
  [1_500, '>= 1,500', true],
  [1, 'none', undefined],
  [1, undefined, undefined],
])('%j against %j: %j', (value, target, expected) => {
  expect(reached({ name: 'x', value, ...(target === undefined ? {} : { target }) })).toBe(expected)
})

test('a benchmark’s own verdict counts, and a bound is a target too', () => {
  expect(reached({ name: 'x', value: 1, target: '>= 5', reached: true })).toBe(true)
  expect(reached({ name: 'x', value: 9, bound: 5, better: 'more', ok: false })).toBe(false)
  expect(reached({ name: 'x', value: 9, bound: 5, better: 'more' })).toBe(true)
  expect(reached({ name: 'x', value: 9, bound: 5, better: 'less' })).toBe(false)
})

test('the summary is a table that says what was missed', () => {
  expect(summary([{ name: 'x', value: 1_234.5, unit: '/s', target: '>= 2000' }])).toBe(
    [
      '| what | measured | target | reached |',
      '| --- | --- | --- | --- |',
      '| x | 1,234.5 /s | >= 2000 | NO |',
    ].join('\n'),
  )
})
