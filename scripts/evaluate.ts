import { resolve } from 'node:path'
import { runProgram } from './run/run-program.ts'

// `npm run evaluate -- [set…] --org <id> --user <id>` evaluates labelled examples with
// services/workflow-runner/evaluation/main.ts.
process.exitCode = await runProgram(
  resolve('services/workflow-runner/evaluation/main.ts'),
  process.argv.slice(2),
)
