import { fileURLToPath } from 'node:url'
import { findPrograms } from './chaos/find-programs.ts'
import { runProgram } from './run/run-program.ts'

// `npm run chaos -- [word…] [seconds]` runs every chaos test whose path contains one of the words,
// or all tests without words. The tests run one after the other, each for the given seconds or its
// own default. Exits with 1 if a test found a fault.
const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2).filter((word) => word !== '--')
const seconds = given.filter((word) => /^\d+$/.test(word)).slice(-1)
const words = given.filter((word) => !/^\d+$/.test(word))
const all = findPrograms(root)
const programs = all.filter(
  (path) => words.length === 0 || words.some((word) => path.includes(word)),
)
if (programs.length === 0) {
  console.error(`No chaos test matches. There are:\n${all.join('\n')}`)
  process.exit(1)
}

async function run(program: string): Promise<boolean> {
  console.log(`\n${program}`)
  return (await runProgram(program, seconds, { cwd: root })) === 0
}

const failed: string[] = []
for (const program of programs) if (!(await run(program))) failed.push(program)
for (const program of failed) console.error(`failed: ${program}`)
process.exitCode = failed.length > 0 ? 1 : 0
