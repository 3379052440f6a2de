import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run/run-program.ts'
import { operatorEnvironment } from './start/operator-environment.ts'

// The command line: `npm run -s atrium -- whoami`. Paths are relative to the folder in which the
// user types the command, because npm changes to the root.
const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'packages', 'cli', 'src', 'main.ts')
const env = await operatorEnvironment(root, process.env)
process.exitCode = await runProgram(program, process.argv.slice(2), {
  env,
  ...(process.env['INIT_CWD'] === undefined ? {} : { cwd: process.env['INIT_CWD'] }),
})
