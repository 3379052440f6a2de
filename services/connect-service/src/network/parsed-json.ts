import { parseExactJson } from '@atrium/foreign-text'

/**
 * Parses JSON and returns integers beyond 2^53 as strings. Returns undefined if the text is not
 * JSON.
 */
export function parsedJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
