import { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'
import { stripMarks } from './text-folding.ts'

const maxPattern = 1_000
/** Instructions; so many are compiled within 20 ms. */
const maxSize = 2_500
/** Characters of a text that a pattern looks at. */
export const maxPatternText = 64 * 1024
/**
 * Program size times characters. A hostile step took 100 ns, so that one match is over within about a second; an
 * honest one took 1 ns, and twenty words may be looked for in the longest text.
 */
const maxWork = 12_000_000
// A match of so little is over within some milliseconds, whatever the pattern.
const lightWork = 50_000
const lightSize = 200
// A compiled pattern may hold 8 MB of states.
const maxCached = 20
const cache = new Map<string, RE2JS>()

export class PatternError extends Error {}

/** Matches somewhere else than in the middle of a run: it may take long. Rejects with `PatternError`. */
export type Match = (source: string, text: string) => Promise<{ found: boolean; millis: number }>

/**
 * Compiles a regular expression for the linear-time engine (RE2 syntax: no look-around, no back references).
 * Throws `PatternError` for a pattern that is not valid, longer than 1,000 characters or larger than it looks.
 */
export function compilePattern(source: string): RE2JS {
  const known = cache.get(source)
  if (known !== undefined) return known
  if (source.length > maxPattern)
    throw new PatternError(`The pattern is longer than ${maxPattern} characters`)
  const plain = stripMarks(source)
  // Repeats multiply before anything is compiled: a thousand characters make a million instructions.
  if (patternSize(plain) > maxSize) throw new PatternError('The pattern is too large: it repeats too much')
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(plain, RE2JS.CASE_INSENSITIVE)
  } catch (cause) {
    throw new PatternError(`Not a valid pattern: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
  cache.set(source, compiled)
  return compiled
}

/** Whether a match is over so soon that it may be made in the middle of a run. */
export const isLightWork = (source: string, text: string): boolean => {
  if (source.length > lightSize) return false
  const size = patternSize(source)
  return size <= lightSize && size * Math.min(text.length, maxPatternText) < lightWork
}

/**
 * Whether the pattern is found in the text, case and accents folded. Looks at the first 64 Ki characters. Throws
 * `PatternError` when the pattern is too large for so long a text, so that a hostile one cannot stall a worker.
 */
export function matchesPattern(source: string, text: string): boolean {
  const compiled = compilePattern(source)
  const seen = stripMarks(text.slice(0, maxPatternText)).slice(0, maxPatternText)
  if (compiled.programSize() * seen.length > maxWork) {
    throw new PatternError(`The pattern is too large for a text of ${seen.length} characters`)
  }
  return compiled.test(seen)
}
