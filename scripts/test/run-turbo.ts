import { spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resultsFile, type TestResults } from '@atrium/testkit/results-reporter'
import { z } from 'zod'
import { addTallies, emptyTally } from './tally.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const runs = join(root, '.turbo', 'runs')

/** The checks on the sources themselves, as tasks in the root package. */
export const verification = [
  'typecheck',
  'lint',
  'boundaries',
  'deadcode',
  'sql-places',
  'verbs',
  'circles',
  'patterns',
  'releases',
  'node-pages',
  'prose',
] as const

const Summary = z.object({
  tasks: z.array(
    z.object({
      task: z.string(),
      package: z.string(),
      directory: z.string(),
      command: z.string(),
      execution: z.object({ exitCode: z.number().nullish() }).nullish(),
    }),
  ),
})
type Task = z.infer<typeof Summary>['tasks'][number]

/** The tasks of one Turborepo process, with flags such as a package filter. */
export interface TurboRun {
  readonly tasks: readonly string[]
  readonly flags: readonly string[]
}

/** Turborepo processes that run one after the other. */
export interface Chain {
  readonly runs: readonly TurboRun[]
  /** The number of lanes that take its place when it has ended. Defaults to 1. */
  readonly lanesAfter?: number
}

/**
 * Runs chains of Turborepo processes, `lanes` in parallel, and counts results. Unchanged tasks come
 * from the cache. A root task counts as one test, and a `test` task counts with its package's
 * results. `environment` is not part of a cache key. Throws if a process ends without a task
 * summary.
 */
export async function runTurbo(
  chains: readonly Chain[],
  environment: Readonly<Record<string, string>> = {},
  lanes = 1,
): Promise<TestResults> {
  const earlierRuns = new Set(await readdir(runs).catch(() => []))
  const waiting = chains.values()
  const codes: number[] = []
  const startLanes = (count: number): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, runNext))
  const runNext = async (): Promise<void> => {
    const { value: chain } = waiting.next()
    if (chain === undefined) return
    for (const { tasks, flags } of chain.runs) {
      const given = [...tasks, '--continue=always', '--summarize', '--env-mode=loose', ...flags]
      codes.push(await run(['run', ...given], environment))
    }
    await startLanes(chain.lanesAfter ?? 1)
  }
  await startLanes(lanes)
  const written = (await readdir(runs).catch(() => [])).filter((name) => !earlierRuns.has(name))
  if (written.length < codes.length)
    throw new Error(`turbo ended with ${codes} and without a summary`)
  const counted = new Set<string>(chains.flatMap(({ runs }) => runs).flatMap(({ tasks }) => tasks))
  counted.delete('build')
  const ran = (await Promise.all(written.map(readTasks)))
    .flat()
    .filter(({ command, task }) => counted.has(task) && command !== '<NONEXISTENT>')
  return addTallies(...(await Promise.all(ran.map(readResults))))
}

async function readTasks(name: string): Promise<Task[]> {
  const summary = Summary.parse(JSON.parse(await readFile(join(runs, name), 'utf8')))
  await rm(join(runs, name))
  return summary.tasks
}

async function readResults({
  task,
  package: name,
  directory,
  execution,
}: Task): Promise<TestResults> {
  const passed = execution?.exitCode === 0
  if (task !== 'test') {
    return passed
      ? { ...emptyTally, passed: 1 }
      : oneFailure(`${name} ${task}`, 'its output says why')
  }
  const text = await readFile(join(root, directory, resultsFile), 'utf8').catch(() => undefined)
  const results = text === undefined ? undefined : (JSON.parse(text) as TestResults)
  // If a process fails without failed tests, it counts as one failure.
  if (results === undefined || (!passed && results.failed.length === 0)) {
    return addTallies(results ?? emptyTally, oneFailure(name, 'its tests ended early'))
  }
  return results
}

const oneFailure = (name: string, reason: string): TestResults => ({
  ...emptyTally,
  failed: [{ name, reason }],
})

/** Removes the results of earlier runs. Turborepo restores those of cached tasks. */
export async function forgetResults(): Promise<void> {
  const folders = ['packages', 'services'].map(async (parent) =>
    (await readdir(join(root, parent))).map((name) => join(parent, name)),
  )
  for (const folder of [...(await Promise.all(folders)).flat(), 'scripts']) {
    await rm(join(root, folder, resultsFile), { force: true })
  }
}

function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((settle, reject) => {
    const child = spawn(join(root, 'node_modules', '.bin', 'turbo'), [...args], {
      cwd: root,
      env: { ...process.env, ...environment, TURBO_TELEMETRY_DISABLED: '1' },
      stdio: 'inherit',
    })
    child.once('error', reject).once('close', (code) => settle(code ?? 1))
  })
}
