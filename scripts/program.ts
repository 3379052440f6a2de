import { resolve } from 'node:path'
import { runProgram } from './run/run-program.ts'

// Runs any program in the repository with the repository's Node: `npm run program --
// services/sandbox/src/main.ts [arguments]`.
const [program, ...args] = process.argv.slice(2)
if (program === undefined) {
  console.error('atrium: which program? npm run program -- <path of a TypeScript file> [arguments]')
  process.exit(2)
}
process.exitCode = await runProgram(resolve(program), args)
