import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Counts of one run; a skipped test is kept with its name and reason. */
export interface TestResults {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}

/** The file in a package's folder that holds the results of its last run. */
export const resultsFile = '.test-results.json'

/**
 * Counts the tests of modules. A file that cannot be loaded, a set-up that throws and an error outside any test count
 * as one failed test each.
 */
export function countResults(modules: readonly TestModule[], unhandledErrors: number): TestResults {
  let passed = 0
  let failed = unhandledErrors > 0 ? 1 : 0
  const skipped: { name: string; reason: string }[] = []
  for (const module of modules) {
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    failed += suites.length + (module.errors().length > 0 ? 1 : 0)
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

/** Writes the results into the working directory, where Turborepo keeps them with the task. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    writeFileSync(
      join(process.cwd(), resultsFile),
      JSON.stringify(countResults(modules, unhandledErrors.length)),
    )
  }
}
