const hasLetters = /\p{L}/u

/** Turns one date part into a token for the filter `date` (docs/reference/expressions.md). */
function writeToken({ type, value }: Intl.DateTimeFormatPart): string {
  switch (type) {
    case 'year':
      return 'YYYY'
    case 'month':
      if (hasLetters.test(value)) return 'MMMM'
      return value.length === 2 ? 'MM' : 'M'
    case 'day':
      return value.length === 2 ? 'DD' : 'D'
    case 'hour':
      return 'HH'
    case 'minute':
      return 'mm'
    default:
      // Letters in brackets are no tokens.
      return hasLetters.test(value) ? `[${value.replaceAll(/[[\]]/g, '')}]` : value
  }
}

// Months and days of one digit show whether the language pads them.
const example = new Date(Date.UTC(2026, 4, 6, 16))

const writeTokens = (locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    // The filter has no token for a clock of 12 hours.
    hourCycle: 'h23',
    ...options,
  })
    .formatToParts(example)
    .map(writeToken)
    .join('')

/** Returns date formats in a language's order and words. */
export const dayFormats = (locale: string) => ({
  dayAndTime: writeTokens(locale, { dateStyle: 'long', timeStyle: 'short' }),
  day: writeTokens(locale, { dateStyle: 'long' }),
  shortDay: writeTokens(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }),
  month: writeTokens(locale, { year: 'numeric', month: 'long' }),
  time: writeTokens(locale, { hour: '2-digit', minute: '2-digit' }),
})
