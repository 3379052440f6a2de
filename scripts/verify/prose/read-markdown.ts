import type { Found } from './read-source.ts'

/** Returns a Markdown page's prose by line, without code, link addresses and diagrams. */
export function readMarkdown(text: string): Found[] {
  let isCode = false
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode
      return []
    }
    if (isCode || /^ {4}\S/.test(line)) return []
    const prose = line.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']')
    return /\w/.test(prose) ? [{ line: at + 1, text: prose }] : []
  })
}
