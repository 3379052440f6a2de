import { RE2JS } from 're2js'
import { stripMarks } from './text-folding.ts'

const maxPattern = 1_000
const maxText = 64 * 1024
/**
 * Program size times characters. A hostile step took 100 ns, so that one look is over within about a second; an
 * honest one took 1 ns, and twenty words may be looked for in the longest text.
 */
const maxWork = 12_000_000
/** From here on a look may hold the process for some milliseconds. */
export const costlyWork = 50_000
// A compiled pattern may hold 8 MB of states.
const maxCached = 40
const cache = new Map<string, RE2JS>()

export class PatternError extends Error {}

/**
 * Compiles a regular expression for the linear-time engine (RE2 syntax: no look-around, no back references).
 * Throws `PatternError` for a pattern that is not valid or longer than 1,000 characters.
 */
export function compilePattern(source: string): RE2JS {
  const known = cache.get(source)
  if (known !== undefined) return known
  if (source.length > maxPattern)
    throw new PatternError(`The pattern is longer than ${maxPattern} characters`)
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(stripMarks(source), RE2JS.CASE_INSENSITIVE)
  } catch (cause) {
    throw new PatternError(`Not a valid pattern: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
  cache.set(source, compiled)
  return compiled
}

/** What a look may cost: program size times characters. A pattern that is not compiled yet counts as costly. */
export function workOf(source: string, text: string): number {
  const known = cache.get(source)
  return known === undefined ? costlyWork : known.programSize() * Math.min(text.length, maxText)
}

/**
 * Whether the pattern is found in the text, case and accents folded. Looks at the first 64 Ki characters. Throws
 * `PatternError` when the pattern is too large for so long a text, so that a hostile one cannot stall a worker.
 */
export function matchesPattern(source: string, text: string): boolean {
  const compiled = compilePattern(source)
  const seen = stripMarks(text.slice(0, maxText)).slice(0, maxText)
  if (compiled.programSize() * seen.length > maxWork) {
    throw new PatternError(`The pattern is too large for a text of ${seen.length} characters`)
  }
  return compiled.test(seen)
}
