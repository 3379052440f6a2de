import { toFaults } from './account.ts'
import { runChaos } from './run-chaos.ts'

// `node chaos/workflow.chaos.ts [seconds]`. The default is ten minutes.
const seconds = Number(process.argv[2] ?? 600)
const report = await runChaos({ seconds, faultEveryMs: 4_000 }, (line) => console.log(line))
console.log(JSON.stringify(report, null, 2))
const faults = toFaults(report)
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.length === 0 ? 'chaos: nothing lost, nothing twice' : 'chaos: FAILED')
process.exitCode = faults.length === 0 ? 0 : 1
