import { asText } from '@atrium/workflow-rules'

/**
 * The text of a field that is read into a value as one types: the typed text while it stands for the value, so that
 * `0.0` on the way to `0.05` stays, else the value.
 */
export const shownText = (
  typed: string | undefined,
  value: unknown,
  read: (text: string) => unknown,
): string => (typed !== undefined && Object.is(read(typed), value) ? typed : asText(value))
