const longInteger = /\d{16}/

type Source = { source?: string }

/** An integer that a double cannot hold exactly becomes the text of its digits. */
const keepDigits = (_name: string, value: unknown, { source }: Source = {}): unknown =>
  source !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? source
    : value

/**
 * Parses JSON from outside. An integer beyond 2^53 becomes a text, because ids of many providers are longer and would
 * lose their last digits. Throws a `SyntaxError` for a text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  // The reviver costs several times the parsing, and few texts hold such a number.
  return longInteger.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}
