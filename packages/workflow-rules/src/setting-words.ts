/** Asks for a setting that is missing. */
export const fillIn = 'Fill in this field'

/** The words for what a schema says about a value. */
const schemaWords: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Invalid input: expected .+, received undefined$/, fillIn],
  [/^Too small: expected string/, fillIn],
  [/^Too big: expected string to have <=(\d+)/, 'Use at most $1 characters'],
  [/^Too small: expected (?:array|record) to have/, 'Add at least one entry'],
  [/^Too big: expected (?:array|record) to have <=(\d+)/, 'Use at most $1 entries'],
  [/^Too small: expected (?:number|int) to be >=?(-?[\d.]+)/, 'The smallest value is $1'],
  [/^Too big: expected (?:number|int) to be <=?(-?[\d.]+)/, 'The largest value is $1'],
  [/^CronPattern: /, 'Choose one of the common times, or enter five parts such as 0 9 * * 1'],
  [/^Invalid option: /, 'Choose one of the values'],
  [/^Invalid input: expected (?:number|int)/, 'Enter a number'],
  [/^Invalid input: expected string/, 'Enter a text'],
  [/^Invalid input: expected (?:array|record|object)/, 'Add an entry'],
  [/^Invalid (?:URL|email|input)/, 'This value does not fit here'],
]

/** Says in words why a schema refuses a setting. */
export function describeProblem(message: string): string {
  for (const [pattern, words] of schemaWords) {
    const found = pattern.exec(message)
    if (found !== null) return words.replace('$1', found[1] ?? '')
  }
  return message
}

const labels: ReadonlyMap<string, string> = new Map([
  ['tz', 'Time zone'],
  ['cron', 'Schedule'],
  ['q', 'Search'],
  ['eventType', 'Event'],
  ['connector', 'Account'],
  ['skill', 'Writing guide'],
  ['taskId', 'Card'],
  ['url', 'Address'],
])

/** True if a parameter has other words than its name. */
export const isLabelled = (key: string): boolean => labels.has(key)

/** Returns a parameter's name in words: `publishTimes` becomes "Publish times". */
export function toWords(path: string): string {
  const [key = ''] = path.split('.', 1)
  return labels.get(key) ?? spacedWords(key)
}

/** Turns a name in code into words: `by_key` becomes "By key". */
export function spacedWords(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
