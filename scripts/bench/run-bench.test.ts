import { expect, test } from 'vitest'
import { findBenches, matching } from './find-benches.ts'
import { together } from './run-bench.ts'

test('benchmarks are found, the files they share are not', () => {
  const benches = findBenches()
  expect(benches).toContain('packages/messaging/bench/rpc.ts')
  expect(benches).toContain('scripts/bench/me.ts')
  expect(benches.filter((bench) => /platform|open-board|seed-cards/.test(bench))).toEqual([])
})

test('words choose by path', () => {
  const benches = ['packages/messaging/bench/rpc.ts', 'services/gateway/bench/gateway.bench.ts']
  expect(matching(benches, [])).toEqual(benches)
  expect(matching(benches, ['all'])).toEqual(benches)
  expect(matching(benches, ['--', 'gateway'])).toEqual(benches.slice(1))
  expect(matching(benches, ['nothing'])).toEqual([])
})

test('rounds of one row are put together', () => {
  const row = { name: 'x', unit: '/s', target: '>= 2000' }
  expect(
    together([
      { ...row, value: 1 },
      { ...row, name: 'y', value: 2 },
      { ...row, value: [3, 4] },
    ]),
  ).toEqual([
    { ...row, value: [1, 3, 4] },
    { ...row, name: 'y', value: 2 },
  ])
})
