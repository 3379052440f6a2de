import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'

// The operators' command line: `npm run atrium -- dead-letters list`; packages/cli/README.md has its commands.
const program = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
process.exitCode = await runProgram(program, process.argv.slice(2))
