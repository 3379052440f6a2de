import { countResults, type TestResults } from '@atrium/testkit/results-reporter'
import { startVitest } from 'vitest/node'

export type VitestRun = {
  /** Vitest projects, as root vitest.config.ts names them; all when empty. */
  readonly projects: readonly string[]
  /** Parts of paths of test files; all when empty. */
  readonly files: readonly string[]
}

/** Runs tests in this process, without a cache, and counts them. */
export async function runVitest({ projects, files }: VitestRun): Promise<TestResults> {
  const vitest = await startVitest('test', [...files], {
    run: true,
    watch: false,
    reporters: ['default'],
    // Tests of a package that need another set-up are projects below its name.
    ...(projects.length === 0 ? {} : { project: projects.flatMap((name) => [name, `${name}/*`]) }),
  })
  try {
    return countResults(vitest.state.getTestModules(), vitest.state.getUnhandledErrors())
  } finally {
    await vitest.close()
  }
}
