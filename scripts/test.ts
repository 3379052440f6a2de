import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bringS3Server } from '@atrium/blob-store/testing/bring-s3-server'
import { type Browser, installBrowser } from '@atrium/testkit/browser'
import type { TestResults } from '@atrium/testkit/results-reporter'
import { natsServer, postgresServer } from '@atrium/testkit/test-servers'
import { parseTestArguments } from './test/parse-arguments.ts'
import { requireGit } from './test/require-git.ts'
import { forgetResults, runTurbo, type TurboRun, verification } from './test/run-turbo.ts'
import { runVitest } from './test/run-vitest.ts'
import { addTallies, emptyTally, succeeded, summaryLines } from './test/tally.ts'

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
  // An installation mostly waits for the network, so the checks of the sources run meanwhile.
  const installation = installPrograms()
  installation.catch(() => {})
  const sources = affected ? emptyTally : await checkSources()
  const browser = await installation
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
    return addTallies(sources, await (affected ? runAffected(servers) : runTests(servers)))
  } finally {
    await Promise.all([postgres.stop(), nats.stop()])
  }
}

/**
 * Installs the S3 server and the browser of the tests if they are missing. Installs them one after
 * the other, because the package manager has a single lock.
 */
async function installPrograms(): Promise<Browser | undefined> {
  await bringS3Server(console.log)
  return installBrowser({
    env: process.env,
    log: console.log,
    logFile: fileURLToPath(new URL('../.toolchain/chromium.log', import.meta.url)),
  })
}

const runAffected = (servers: Readonly<Record<string, string>>): Promise<TestResults> =>
  runTurbo(
    [{ runs: [{ tasks: ['test', ...verification], flags: ['--concurrency=3', '--affected'] }] }],
    servers,
  )

const dashboard = '@atrium/dashboard'

const checkSources = (): Promise<TestResults> => {
  const flags = ['--concurrency=3', `--filter=${dashboard}`, '--filter=//']
  return runTurbo([{ runs: [{ tasks: ['build', ...verification], flags }] }])
}

// The longest projects come first, so that the lanes end at about the same time.
const longOnes = [
  '@atrium/workflow-runner',
  '@atrium/invoicing-service',
  '@atrium/connect-service',
  '@atrium/identity-service',
  '@atrium/messaging',
  '@atrium/board-service',
]
// These take less time than all projects that are in neither list.
const shorterOnes = [
  '@atrium/cli',
  '@atrium/gateway',
  '@atrium/assets-service',
  '@atrium/service-kit',
  '@atrium/dev-servers',
]
// With more lanes while the stories of the dashboard run, two cores are so busy that tests miss
// their timeouts.
const lanes = 3
// The scripts' tests have three workers (see vitest.config.ts). When they have ended, as many
// projects take their place.
const scriptWorkers = 3

/**
 * Starts long tasks first. Turborepo starts them at any time, and a late long task would leave a
 * core idle. The scripts' tests restore the dashboard's build, so they start after the dashboard's
 * stories have ended.
 */
function runTests(servers: Readonly<Record<string, string>>): Promise<TestResults> {
  const test = (...filters: string[]): TurboRun => ({
    tasks: ['test'],
    flags: ['--concurrency=1', ...filters.map((filter) => `--filter=${filter}`)],
  })
  const others = [dashboard, ...longOnes, ...shorterOnes].map((name) => `!${name}`)
  const chains = [
    { runs: [test(dashboard), test('@atrium/scripts')], lanesAfter: scriptWorkers },
    ...longOnes.map((name) => ({ runs: [test(name)] })),
    { runs: [test('./packages/*', './services/*', ...others)] },
    ...shorterOnes.map((name) => ({ runs: [test(name)] })),
  ]
  return runTurbo(chains, servers, lanes)
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
