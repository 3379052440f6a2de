import { asText } from '@atrium/workflow-rules'

/** The JSON value that a typed text stands for: a number, true or false as such, else the text. */
export function typedValue(text: string): unknown {
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text)) return Number(text)
  if (text === 'true') return true
  if (text === 'false') return false
  return text
}

/** The typed text while it stands for the value, as `0.0` on the way to `0.05`, else the text of the value. */
export const shownText = (
  typed: string | undefined,
  value: unknown,
  read: (text: string) => unknown,
): string => (typed !== undefined && Object.is(read(typed), value) ? typed : asText(value))
