import { RE2JS } from 're2js'
import { stripMarks } from './text-folding.ts'

const maxPattern = 1_000
const maxText = 64 * 1024
const maxCached = 500
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

/** Whether the pattern is found in the text, case and accents folded. Looks at the first 64 Ki characters. */
export const matchesPattern = (source: string, text: string): boolean =>
  compilePattern(source)
    .matcher(stripMarks(text.slice(0, maxText)))
    .find()
