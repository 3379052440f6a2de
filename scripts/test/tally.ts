import type { TestResults } from '@atrium/testkit/results-reporter'

export const emptyTally: TestResults = { passed: 0, failed: [], skipped: [] }

export function addTallies(...tallies: readonly TestResults[]): TestResults {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.flatMap((tally) => tally.failed),
    skipped: tallies.flatMap((tally) => tally.skipped),
  }
}

/**
 * Returns the last lines of a run: each skipped and failed test with its reason, then the summary,
 * always last.
 */
export function summaryLines({ passed, failed, skipped }: TestResults): string[] {
  const counts = [`${passed} passed`, `${failed.length} failed`]
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`)
  return [
    ...skipped.map(({ name, reason }) => `skipped: ${name} (${reason})`),
    ...failed.map(({ name, reason }) => `failed: ${name} (${reason})`),
    counts.join(', '),
  ]
}

/** Returns true if nothing failed and at least one test passed. */
export const succeeded = ({ passed, failed }: TestResults): boolean =>
  failed.length === 0 && passed > 0
