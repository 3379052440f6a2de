import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns the paths of all benchmarks from the project root. Those for the whole platform
 * (`scripts/bench`) come last.
 */
export const findBenches = (): string[] => [
  ...globSync('services/*/bench/*.bench.ts', { cwd: root }).sort(),
  ...globSync('scripts/bench/*.bench.ts', { cwd: root }).sort(),
]

/**
 * Returns the benchmarks whose path contains one of the words. Returns all of them for `all` or
 * without words.
 */
export function matching(benches: readonly string[], words: readonly string[]): string[] {
  const wanted = words.filter((word) => word !== '--')
  return benches.filter(
    (bench) =>
      wanted.length === 0 || wanted.includes('all') || wanted.some((word) => bench.includes(word)),
  )
}
