import { parseArgs } from 'node:util'
import { type Measurement, tableHead, tableRow, whenMeasured } from '@atrium/bench-kit'
import { findBenches, matching } from './bench/find-benches.ts'
import { mergeRounds, runBench } from './bench/run-bench.ts'

// `npm run bench -- [word…] [--rounds n]` runs every benchmark whose path contains one of the
// words, one after the other. `all` runs all of them. The table at the end has each row's median
// and spread over all rounds.
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { rounds: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const benches = matching(findBenches(), positionals)
if (benches.length === 0) {
  console.error(`No benchmark matches. There are:\n${findBenches().join('\n')}`)
  process.exit(1)
}
const measurements: Measurement[] = []
const failed: string[] = []
const when = whenMeasured()
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const bench of benches) {
    console.log(`\n${bench}, round ${round} of ${values.rounds}`)
    const { ok, found } = await runBench(bench)
    measurements.push(...found)
    if (!ok) failed.push(bench)
  }
}
console.log(`\n${tableHead}`)
for (const row of mergeRounds(measurements)) console.log(tableRow(row, when))
for (const bench of failed) console.error(`failed: ${bench}`)
process.exitCode = failed.length > 0 ? 1 : 0
