import { expect, test } from 'vitest'
import { findBenches, matching } from './find-benches.ts'
import { summary } from './run-bench.ts'

test('benchmarks are found, the files they share are not', () => {
  const benches = findBenches()
  expect(benches).toContain('packages/messaging/bench/rpc.ts')
  expect(benches).toContain('scripts/bench/me.ts')
  expect(benches.filter((bench) => /platform|open-board|seed-cards/.test(bench))).toEqual([])
})

test('words choose by path', () => {
  const benches = ['packages/messaging/bench/rpc.ts', 'services/gateway/bench/gateway.bench.ts']
  expect(matching(benches, [])).toEqual(benches)
  expect(matching(benches, ['--', 'gateway'])).toEqual(benches.slice(1))
  expect(matching(benches, ['nothing'])).toEqual([])
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
