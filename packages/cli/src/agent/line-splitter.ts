import { StringDecoder } from 'node:string_decoder'

/**
 * Splits a UTF-8 byte stream into lines. Passes a line longer than `longest` characters in parts.
 */
export function createLineSplitter(longest: number, line: (text: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const take = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) emit(each.endsWith('\r') ? each.slice(0, -1) : each)
    while (rest.length > longest) {
      line(rest.slice(0, longest))
      rest = rest.slice(longest)
    }
  }
  const emit = (text: string): void => {
    if (text === '') line('')
    for (let at = 0; at < text.length; at += longest) line(text.slice(at, at + longest))
  }
  return {
    push: (bytes: Buffer): void => take(decoder.write(bytes)),
    /** Passes on the last line if no line break ends it. */
    end(): void {
      take(decoder.end())
      if (rest !== '') emit(rest)
      rest = ''
    },
  }
}
