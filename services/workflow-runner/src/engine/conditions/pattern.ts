import { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'
import { stripMarks } from './text-folding.ts'

const maxPattern = 1_000
/** The most instructions per pattern. This many compile within 20 ms. */
const maxSize = 2_500
/** A match reads this many characters and ignores the rest. */
export const maxPatternText = 64 * 1024
/** Size times characters. A hostile step takes 100 ns, so a match takes at most about a second. */
const maxWork = 12_000_000
// A match below this limit takes a few milliseconds for any pattern.
const lightWork = 50_000
const lightSize = 200
// A compiled pattern may hold 8 MB of states.
const maxCached = 20
const cache = new Map<string, RE2JS>()

export class PatternError extends Error {}

/** Matches outside the run's thread. Rejects with `PatternError`. */
export type Match = (source: string, text: string) => Promise<{ found: boolean; millis: number }>

/**
 * Compiles a pattern for the linear-time engine (RE2 syntax). Throws `PatternError` if the pattern
 * is invalid or too large.
 */
export function compilePattern(source: string): RE2JS {
  const known = cache.get(source)
  if (known !== undefined) return known
  if (source.length > maxPattern)
    throw new PatternError(`The pattern is longer than ${maxPattern} characters. Shorten it.`)
  const plain = stripMarks(source)
  // Repetitions multiply: a thousand characters can compile to a million instructions.
  if (patternSize(plain) > maxSize)
    throw new PatternError('The pattern repeats too much. Use smaller repetitions.')
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(plain, RE2JS.CASE_INSENSITIVE)
  } catch (cause) {
    throw new PatternError(
      `This pattern is not valid: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
  }
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
  cache.set(source, compiled)
  return compiled
}

/**
 * Finds a pattern's first match. Letter case and accents matter. Returns the named groups,
 * otherwise all groups by number, otherwise the whole match under `match`. Undefined if nothing
 * matches. Throws `PatternError` if the match takes too much work.
 */
export function readGroups(
  source: string,
  text: string,
): Record<string, string | null> | undefined {
  // Checks the limits of the pattern.
  compilePattern(source)
  const compiled = RE2JS.compile(source)
  if (compiled.programSize() * text.length > maxWork)
    throw new PatternError(`The pattern is too large for a text with ${text.length} characters`)
  const matcher = compiled.matcher(text)
  if (!matcher.find()) return undefined
  const names = Object.keys(compiled.namedGroups())
  const count = compiled.groupCount()
  const groups = names.length > 0 ? names : Array.from({ length: count }, (_, at) => at + 1)
  if (groups.length === 0) return Object.fromEntries([['match', matcher.group()]])
  return Object.fromEntries(groups.map((group) => [String(group), matcher.group(group) ?? null]))
}

/** True if a match is fast enough for the run's own thread. */
export const isLightWork = (source: string, text: string): boolean => {
  if (source.length > lightSize) return false
  const size = patternSize(source)
  return size <= lightSize && size * Math.min(text.length, maxPatternText) < lightWork
}

/**
 * Matches the first 64 Ki characters without regard to case and accents. Throws `PatternError` if
 * the match takes too much work.
 */
export function matchesPattern(source: string, text: string): boolean {
  const compiled = compilePattern(source)
  const seen = stripMarks(text.slice(0, maxPatternText)).slice(0, maxPatternText)
  if (compiled.programSize() * seen.length > maxWork) {
    throw new PatternError(`The pattern is too large for a text with ${seen.length} characters`)
  }
  return compiled.test(seen)
}
