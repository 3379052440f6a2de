import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'
import { operatorEnvironment } from './start/operator-environment.ts'

// The operators' command line: `npm run atrium -- dead-letters list`; packages/cli/README.md has its commands.
const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'packages', 'cli', 'src', 'main.ts')
const env = await operatorEnvironment(root, process.env)
process.exitCode = await runProgram(program, process.argv.slice(2), { env })
