/** Text of others on one line, without what a terminal would take for a command. */
export const oneLine = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : String(value)
        .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()

/** Text for a terminal: control and format characters stand as `\\u001b`, which JSON reads as the same. */
export const shownText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
