import { startVitest, type TestModule, type Vitest } from 'vitest/node'
import type { Tally } from './tally.ts'

export type VitestRun = {
  /** Vitest projects, as root vitest.config.ts names them; all when empty. */
  readonly projects: readonly string[]
  /** Parts of paths of test files; all when empty. */
  readonly files: readonly string[]
}

/**
 * Runs the tests with vitest, showing its report as it goes, and counts them. A file that cannot be loaded, a set-up
 * that throws and an error outside any test count as one failed test each.
 */
export async function runVitest({ projects, files }: VitestRun): Promise<Tally> {
  const vitest = await startVitest('test', [...files], {
    run: true,
    watch: false,
    reporters: ['default'],
    ...(projects.length === 0 ? {} : { project: [...projects] }),
  })
  try {
    return tallyOf(vitest)
  } finally {
    await vitest.close()
  }
}

function tallyOf(vitest: Vitest): Tally {
  let passed = 0
  let failed = vitest.state.getUnhandledErrors().length > 0 ? 1 : 0
  const skipped: { name: string; reason: string }[] = []
  for (const module of vitest.state.getTestModules()) {
    failed += failuresOutsideTests(module)
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (result.state === 'passed') passed += 1
      else if (result.state === 'skipped') {
        const name = `${module.project.name} ${module.relativeModuleId} > ${test.fullName}`
        skipped.push({ name, reason: result.note ?? 'its condition does not hold here' })
      } else failed += 1
    }
  }
  return { passed, failed, skipped }
}

function failuresOutsideTests(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  return suites.length + (module.errors().length > 0 ? 1 : 0)
}
