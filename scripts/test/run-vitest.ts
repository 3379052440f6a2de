import { countResults, type TestResults } from '@atrium/testkit/results-reporter'
import { startVitest } from 'vitest/node'

export type VitestRun = {
  /** Vitest projects as named in the root vitest.config.ts. Empty means all. */
  readonly projects: readonly string[]
  /** Parts of test file paths. Empty means all. */
  readonly files: readonly string[]
}

/** Runs tests in this process, without a cache, and counts them. */
export async function runVitest({ projects, files }: VitestRun): Promise<TestResults> {
  const vitest = await startVitest('test', [...files], {
    run: true,
    watch: false,
    reporters: ['default'],
    // Package tests with another setup are projects below the package's name.
    ...(projects.length === 0 ? {} : { project: projects.flatMap((name) => [name, `${name}/*`]) }),
  })
  try {
    return countResults(vitest.state.getTestModules(), vitest.state.getUnhandledErrors())
  } finally {
    await vitest.close()
  }
}
