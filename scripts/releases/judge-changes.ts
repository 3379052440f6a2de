import { type Change, formatChange } from './change.ts'
import { type Exception, exceptionsFile } from './release-files.ts'

/** What a check compares the changes with. */
export interface Judgement {
  readonly exceptions: readonly Exception[]
  readonly releases: readonly string[]
  /** Returns the file that declares a text, for the sentence. */
  readonly findFile: (source: string) => string
}

/**
 * Returns a sentence for each change without an exception, and for each exception that allows
 * nothing or names no release.
 */
export function judgeChanges(
  changes: readonly Change[],
  { exceptions, releases, findFile }: Judgement,
): string[] {
  const allowed = new Set(exceptions.map(({ change }) => change))
  const found = new Set(changes.map(({ change }) => change))
  const refused = changes.filter(({ change }) => !allowed.has(change))
  const unused = exceptions.filter(({ change }) => !found.has(change))
  const unknown = exceptions.filter(({ since }) => !releases.includes(since))
  return [
    ...refused.map((change) => formatChange(findFile(change.source), change)),
    ...unused.map(
      ({ change }) => `${exceptionsFile}: nothing needs "${change}": delete the entry.`,
    ),
    ...unknown.map(
      ({ change, since }) =>
        `${exceptionsFile}: "${change}" is possible since ${since}, which is no release: name the release that can live with it.`,
    ),
  ]
}
