import { readdirSync } from 'node:fs'
import { bringS3Server } from '@atrium/blob-store/testing/bring-s3-server'
import { parseTestArguments } from './test/parse-arguments.ts'
import { runVitest } from './test/run-vitest.ts'
import { addTallies, emptyTally, succeeded, summaryLines, type Tally } from './test/tally.ts'
import { runVerifySteps } from './verify/run-steps.ts'

// Servers that the tests started end with this process, however it ends; there is nothing to tidy up first.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

function projectNames(): string[] {
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { withFileTypes: true }),
  )
  return [
    ...folders.filter((entry) => entry.isDirectory()).map((entry) => `@atrium/${entry.name}`),
    'scripts',
  ]
}

async function verify(): Promise<Tally> {
  const results = await runVerifySteps()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed, skipped: [] }
}

async function test(): Promise<Tally> {
  const chosen = parseTestArguments(process.argv.slice(2), projectNames())
  const everything = chosen.projects.length === 0 && chosen.files.length === 0
  // Fetching packages is mostly waiting, so it goes on beside the verification.
  const [verified] = everything ? await Promise.all([verify(), bringS3Server(console.log)]) : [emptyTally]
  try {
    return addTallies(verified, await runVitest(chosen))
  } catch (error) {
    console.error(error)
    return addTallies(verified, { ...emptyTally, failed: 1 })
  }
}

try {
  const tally = await test()
  for (const line of summaryLines(tally)) console.log(line)
  process.exit(succeeded(tally) ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
