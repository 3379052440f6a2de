import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bringS3Server } from '@atrium/blob-store/testing/bring-s3-server'
import { installBrowser } from '@atrium/testkit/browser'
import type { TestResults } from '@atrium/testkit/results-reporter'
import { natsServer, postgresServer } from '@atrium/testkit/test-servers'
import { parseTestArguments } from './test/parse-arguments.ts'
import { requireGit } from './test/require-git.ts'
import { forgetResults, runTurbo, type TurboRun, verification } from './test/run-turbo.ts'
import { runVitest } from './test/run-vitest.ts'
import { addTallies, succeeded, summaryLines } from './test/tally.ts'

// The servers exit with this process, however it ends.
process.on('disconnect', () => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130))

function projectNames(): string[] {
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { withFileTypes: true }),
  )
  return [
    ...folders.filter((entry) => entry.isDirectory()).map((entry) => `@atrium/${entry.name}`),
    'scripts',
  ]
}

/**
 * Runs all tests and the verification through Turborepo, with one PostgreSQL, one NATS and one
 * browser for all of them.
 */
async function testEverything(affected: boolean): Promise<TestResults> {
  requireGit()
  const containers = process.env['TESTCONTAINERS'] === '1'
  const choice = { containers, log: (line: string) => console.error(line) }
  // One after the other, because each may install a package and the package manager has a single
  // lock.
  await bringS3Server(console.log)
  const browser = await installBrowser({
    env: process.env,
    log: console.log,
    logFile: fileURLToPath(new URL('../.toolchain/chromium.log', import.meta.url)),
  })
  const [postgres, nats] = await Promise.all([
    postgresServer({ ...choice, given: process.env['TEST_DATABASE_URL'] }),
    natsServer({ ...choice, given: process.env['TEST_NATS_URL'] }),
    forgetResults(),
  ])
  try {
    const servers = {
      TEST_DATABASE_URL: postgres.url,
      TEST_NATS_URL: nats.url,
      ...(browser === undefined ? {} : { CHROMIUM_PATH: browser.path }),
    }
    return await (affected ? runAffected(servers) : runAll(servers))
  } finally {
    await Promise.all([postgres.stop(), nats.stop()])
  }
}

const runAffected = (servers: Readonly<Record<string, string>>): Promise<TestResults> =>
  runTurbo(
    [[{ tasks: ['test', ...verification], flags: ['--concurrency=3', '--affected'] }]],
    servers,
  )

const dashboard = '@atrium/dashboard'
// The longest projects come first, so that the lanes end at about the same time.
const longOnes = [
  '@atrium/workflow-runner',
  '@atrium/invoicing-service',
  '@atrium/connect-service',
  '@atrium/identity-service',
  '@atrium/messaging',
  '@atrium/assets-service',
  '@atrium/cli',
  '@atrium/board-service',
  '@atrium/gateway',
  '@atrium/service-kit',
  '@atrium/dev-servers',
]
// With more lanes, two cores are so busy that tests miss their timeouts.
const lanes = 3

/**
 * Starts long tasks first. Turborepo starts them at any time, and a late long task would leave a
 * core idle. The scripts' tests restore the dashboard's build, so they start after the dashboard's
 * stories have ended.
 */
async function runAll(servers: Readonly<Record<string, string>>): Promise<TestResults> {
  const flags = ['--concurrency=3', `--filter=${dashboard}`, '--filter=//']
  const sources = await runTurbo([[{ tasks: ['build', ...verification], flags }]])
  const test = (...filters: string[]): TurboRun => ({
    tasks: ['test'],
    flags: ['--concurrency=1', ...filters.map((filter) => `--filter=${filter}`)],
  })
  const others = [dashboard, ...longOnes].map((name) => `!${name}`)
  const chains = [
    [test(dashboard), test('@atrium/scripts')],
    ...longOnes.map((name) => [test(name)]),
    [test('./packages/*', './services/*', ...others)],
  ]
  const tests = await runTurbo(chains, servers, lanes)
  return addTallies(sources, tests)
}

try {
  const { affected, projects, files } = parseTestArguments(process.argv.slice(2), projectNames())
  const some = projects.length > 0 || files.length > 0
  const tally = some ? await runVitest({ projects, files }) : await testEverything(affected)
  for (const line of summaryLines(tally)) console.log(line)
  process.exit(succeeded(tally) ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
