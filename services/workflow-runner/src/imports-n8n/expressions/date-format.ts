/** n8n's date format tokens and those for the filter `date`. */
const tokens: ReadonlyMap<string, string> = new Map([
  ['yyyy', 'YYYY'],
  ['yy', 'YY'],
  ['y', 'YYYY'],
  ['MMMM', 'MMMM'],
  ['MMM', 'MMM'],
  ['MM', 'MM'],
  ['M', 'M'],
  ['LLLL', 'MMMM'],
  ['LLL', 'MMM'],
  ['LL', 'MM'],
  ['L', 'M'],
  ['dd', 'DD'],
  ['d', 'D'],
  ['HH', 'HH'],
  ['mm', 'mm'],
  ['ss', 'ss'],
])

const part = /'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+/y

/** Translates a date format. Returns undefined if a token has no counterpart. */
export function translateDateFormat(format: string): string | undefined {
  let translated = ''
  part.lastIndex = 0
  while (part.lastIndex < format.length) {
    const found = part.exec(format)
    if (found === null) return undefined
    const [text, quoted, letter] = found
    if (quoted !== undefined) {
      if (/[[\]]/.test(quoted)) return undefined
      translated += quoted === '' ? '' : `[${quoted}]`
    } else if (letter === undefined) translated += text
    else {
      const token = tokens.get(text)
      if (token === undefined) return undefined
      translated += token
    }
  }
  return translated
}
