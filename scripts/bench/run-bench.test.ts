import { expect, test } from 'vitest'
import { findBenches, matching } from './find-benches.ts'
import { mergeRounds } from './run-bench.ts'

test('finds benchmarks but not the files that they share', () => {
  const benches = findBenches()
  expect(benches).toContain('services/dashboard/bench/speed.bench.ts')
  expect(benches).toContain('scripts/bench/me.bench.ts')
  expect(benches.filter((bench) => /platform|studio/.test(bench))).toEqual([])
})

test('selects benchmarks by words in their path', () => {
  const benches = ['scripts/bench/me.bench.ts', 'services/gateway/bench/live.bench.ts']
  expect(matching(benches, [])).toEqual(benches)
  expect(matching(benches, ['all'])).toEqual(benches)
  expect(matching(benches, ['--', 'gateway'])).toEqual(benches.slice(1))
  expect(matching(benches, ['nothing'])).toEqual([])
})

test("merges a benchmark row's rounds", () => {
  const row = { name: 'x', unit: '/s', target: '>= 2000' }
  expect(
    mergeRounds([
      { ...row, value: 1 },
      { ...row, name: 'y', value: 2 },
      { ...row, value: [3, 4] },
    ]),
  ).toEqual([
    { ...row, value: [1, 3, 4] },
    { ...row, name: 'y', value: 2 },
  ])
})
