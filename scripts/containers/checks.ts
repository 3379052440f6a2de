import type { NamedResult, TestResults } from '@atrium/testkit/results-reporter'

/** Runs named checks one after the other and counts them. */
export interface Checks {
  /** Runs a check. Returns its value, or undefined if it failed. Later checks run all the same. */
  check<T>(name: string, run: () => Promise<T>): Promise<T | undefined>
  tally(): TestResults
}

export function createChecks(say: (line: string) => void): Checks {
  let passed = 0
  const failed: NamedResult[] = []
  return {
    async check(name, run) {
      const startedAt = performance.now()
      try {
        const value = await run()
        passed += 1
        say(`  ok  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
        return value
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        failed.push({ name, reason })
        say(`  NOT OK  ${name}: ${reason}`)
        return undefined
      }
    },
    tally: () => ({ passed, failed, skipped: [] }),
  }
}

/** Throws with the message unless the condition holds. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
