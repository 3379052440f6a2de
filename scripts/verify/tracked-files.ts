import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file in the repository, with its path from the root and its text. */
export interface TrackedFile {
  readonly path: string
  readonly text: string
}

/** Returns the files for git's patterns, except paths with a match for `skipped`. */
export function trackedFiles(patterns: readonly string[], skipped: RegExp): TrackedFile[] {
  const output = execFileSync('git', ['ls-files', '-z', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return output
    .split('\0')
    .filter((path) => path !== '' && !skipped.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
}

/**
 * Returns the TypeScript sources of packages and services, without tests, benchmarks and chaos
 * programs.
 */
export const productionFiles = (): TrackedFile[] =>
  trackedFiles(
    ['packages/**/*.ts', 'services/**/*.ts', 'services/**/*.tsx'],
    /\.test\.tsx?$|\/(?:test|bench|chaos|e2e)\//,
  )
