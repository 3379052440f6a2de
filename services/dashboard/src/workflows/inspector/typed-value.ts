import { asText } from '@atrium/workflow-rules'

/** Parses a typed text into a JSON value: a number, true or false, otherwise the text. */
export function typedValue(text: string): unknown {
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)) return Number(text)
  if (text === 'true') return true
  if (text === 'false') return false
  return text
}

/**
 * Returns the typed text if it stands for the value, for example `0.0` on the way to `0.05`.
 * Otherwise returns the value as text.
 */
export const shownText = (
  typed: string | undefined,
  value: unknown,
  read: (text: string) => unknown,
): string => (typed !== undefined && Object.is(read(typed), value) ? typed : asText(value))
