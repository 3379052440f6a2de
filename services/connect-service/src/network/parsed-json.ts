import { parseExactJson } from '@atrium/foreign-text'

/** The value of a JSON text, with integers beyond 2^53 as texts; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
