import type { Measurement } from '@atrium/bench-kit'
import { findBenches, matching } from './bench/find-benches.ts'
import { runBench, summary } from './bench/run-bench.ts'

// `npm run bench -- [word…]`: every benchmark whose path contains one of the words, all without one; one after the other.
const benches = matching(findBenches(), process.argv.slice(2))
if (benches.length === 0) {
  console.error(`No benchmark matches. There are:\n${findBenches().join('\n')}`)
  process.exit(1)
}
const measurements: Measurement[] = []
const failed: string[] = []
for (const bench of benches) {
  console.log(`\n${bench}`)
  const { ok, found } = await runBench(bench)
  measurements.push(...found)
  if (!ok) failed.push(bench)
}
console.log(`\n${summary(measurements)}`)
for (const bench of failed) console.error(`failed: ${bench}`)
process.exitCode = failed.length > 0 ? 1 : 0
