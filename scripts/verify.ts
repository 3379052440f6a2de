import { requireGit } from './test/require-git.ts'
import { runTurbo, verification } from './test/run-turbo.ts'
import { succeeded, summaryLines } from './test/tally.ts'

try {
  requireGit()
  const tally = await runTurbo([{ runs: [{ tasks: verification, flags: process.argv.slice(2) }] }])
  for (const line of summaryLines(tally)) console.log(line)
  process.exit(succeeded(tally) ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
