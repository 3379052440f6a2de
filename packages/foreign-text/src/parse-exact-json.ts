const longInteger = /\d{16}/

type Source = { source?: string }

/** Turns an integer into its digits as text if a double cannot hold it exactly. */
const keepDigits = (_name: string, value: unknown, { source }: Source = {}): unknown =>
  source !== undefined &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  /^-?\d+$/.test(source)
    ? source
    : value

/**
 * Parses outside JSON. An integer beyond 2^53 becomes text, because many providers use longer ids,
 * which would lose their last digits. Throws a `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  // Parsing takes several times longer with the reviver, so texts without long numbers skip it.
  return longInteger.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}
