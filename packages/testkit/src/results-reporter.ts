import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** A test or file with its project, path and name, and the reason for its result. */
export interface NamedResult {
  readonly name: string
  readonly reason: string
}

/** The results of one run. Passed tests are counted. Failed and skipped ones are named. */
export interface TestResults {
  readonly passed: number
  readonly failed: readonly NamedResult[]
  readonly skipped: readonly NamedResult[]
}

/** The file in a package's folder with the results of its last run. */
export const resultsFile = '.test-results.json'

/**
 * Counts test results. A file that cannot be loaded, a failed setup and the errors outside any test
 * count as one failed test each.
 */
export function countResults(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
): TestResults {
  let passed = 0
  const failed =
    unhandledErrors.length > 0 ? [failure('an error outside any test', unhandledErrors)] : []
  const skipped: NamedResult[] = []
  for (const module of modules) {
    const file = `${module.project.name} ${module.relativeModuleId}`
    if (module.errors().length > 0) failed.push(failure(file, module.errors()))
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0)
        failed.push(failure(`${file} > ${suite.fullName}`, suite.errors()))
    }
    for (const test of module.children.allTests()) {
      const result = test.result()
      const name = `${file} > ${test.fullName}`
      if (result.state === 'passed') passed += 1
      else if (result.state === 'skipped') {
        skipped.push({ name, reason: result.note ?? 'its condition does not hold here' })
      } else failed.push(failure(name, result.errors ?? []))
    }
  }
  return { passed, failed, skipped }
}

/** Returns a failed test with the first line of its first error, at most 300 characters. */
function failure(name: string, [error]: readonly unknown[]): NamedResult {
  const message =
    error === undefined ? 'it did not end' : String((error as Partial<Error>).message ?? error)
  return { name, reason: (message.split('\n', 1)[0] ?? '').slice(0, 300) }
}

/** Writes the results into the working directory, where Turborepo stores them with the task. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    writeFileSync(
      join(process.cwd(), resultsFile),
      JSON.stringify(countResults(modules, unhandledErrors)),
    )
  }
}
