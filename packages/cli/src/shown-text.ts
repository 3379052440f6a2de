/** Puts foreign text on one line and removes what a terminal would execute. */
export const oneLine = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : String(value)
        .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()

/**
 * Escapes control and format characters as `\\u001b` for a terminal. JSON reads the escapes as the
 * same text.
 */
export const shownText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
