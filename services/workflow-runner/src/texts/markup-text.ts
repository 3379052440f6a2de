import { parseMarkup } from './parse-markup.ts'
import { longestText } from './text-requests.ts'

const hidden = new Set(['script', 'style', 'head', 'title', 'noscript', 'template', 'svg'])
const breaking = new Set([
  ...['p', 'div', 'br', 'tr', 'li', 'ul', 'ol', 'table', 'section', 'article', 'header', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'dt', 'dd'],
])

/** The visible text of HTML; a line for each block. Linear in its input. */
export function htmlText(html: string): string {
  const parts: string[] = []
  let depth = 0
  let length = 0
  parseMarkup('html', html, {
    onopentagname(name) {
      if (hidden.has(name)) depth += 1
      if (breaking.has(name)) parts.push('\n')
      if (name === 'td' || name === 'th') parts.push('\t')
    },
    onclosetag(name) {
      if (hidden.has(name) && depth > 0) depth -= 1
      if (breaking.has(name)) parts.push('\n')
    },
    ontext(text) {
      if (depth > 0 || length > longestText) return
      length += text.length
      parts.push(text.replaceAll(/[ \t\r\n\u00a0]+/g, ' '))
    },
  })
  return tidy(parts.join(''))
}

/** Without blanks around lines, and with one empty line at most between them. */
export function tidy(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed !== '' || lines.at(-1) !== '') lines.push(trimmed)
  }
  return lines.join('\n').trim()
}

/** The elements of an XML text: `texts` hold it, `blocks` end a line, `cells` are set apart by a tab. */
export interface TextElements {
  texts?: ReadonlySet<string>
  blocks: ReadonlySet<string>
  cells: ReadonlySet<string>
}

export function xmlText(xml: string, { texts, blocks, cells }: TextElements): string {
  const parts: string[] = []
  let inside = 0
  let length = 0
  parseMarkup('xml', xml, {
    onopentagname(name) {
      if (texts?.has(name)) inside += 1
      if (name === 'w:tab' || name === 'text:tab') parts.push('\t')
      if (name === 'w:br' || name === 'text:line-break') parts.push('\n')
    },
    onclosetag(name) {
      if (texts?.has(name)) inside -= 1
      if (blocks.has(name)) parts.push('\n')
      if (cells.has(name)) parts.push('\t')
    },
    ontext(text) {
      if ((texts !== undefined && inside === 0) || length > longestText) return
      length += text.length
      parts.push(text)
    },
  })
  return tidy(parts.join(''))
}
