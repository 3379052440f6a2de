/** How many tests did what; a skipped one is kept with its name and reason. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: [] }

export function addTallies(...tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.flatMap((tally) => tally.skipped),
  }
}

/** The lines that end a run: each skipped test with its reason, then the summary, always last. */
export function summaryLines({ passed, failed, skipped }: Tally): string[] {
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`)
  return [...skipped.map(({ name, reason }) => `skipped: ${name} (${reason})`), counts.join(', ')]
}

/** A run succeeds when nothing failed and at least one test passed. */
export const succeeded = ({ passed, failed }: Tally): boolean => failed === 0 && passed > 0
