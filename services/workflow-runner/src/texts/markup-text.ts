import { parseMarkup } from './parse-markup.ts'
import { longestText } from './text-requests.ts'

const hidden = new Set(['script', 'style', 'head', 'title', 'noscript', 'template', 'svg'])
const breaking = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'ul',
  'ol',
  'table',
  'section',
  'article',
  'header',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'hr',
  'dt',
  'dd',
])

const longestAddress = 2_048

/** Returns undefined if a person cannot open the link, for example an anchor or a script. */
function linkAddress(href: string | undefined): string | undefined {
  const address = href?.trim() ?? ''
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) && address.length <= longestAddress
    ? address
    : undefined
}

/**
 * Returns the visible text of HTML, with a line for each block. Link addresses follow the link
 * text. If a link has no text, its picture names it. Runs in linear time.
 */
export function htmlText(html: string): string {
  const parts: string[] = []
  const shown = new Set<string>()
  let depth = 0
  let length = 0
  let link: { address: string; from: number } | undefined
  const endLink = () => {
    if (link === undefined || depth > 0) return
    const { address, from } = link
    const text = parts.slice(from).join('').trim()
    link = undefined
    const bare = address.replace(/^(?:mailto|tel):/i, '')
    if (
      text === '' ||
      text === bare ||
      text === address ||
      shown.has(address) ||
      length > longestText
    )
      return
    shown.add(address)
    length += bare.length
    parts.push(` (${bare})`)
  }
  parseMarkup('html', html, {
    onopentag(name, attributes) {
      if (name === 'img' && link !== undefined && depth === 0) parts.push(attributes['alt'] ?? '')
      if (name !== 'a') return
      endLink()
      const address = linkAddress(attributes['href'])
      if (address !== undefined) link = { address, from: parts.length }
    },
    onopentagname(name) {
      if (hidden.has(name)) depth += 1
      if (breaking.has(name)) parts.push('\n')
      if (name === 'td' || name === 'th') parts.push('\t')
    },
    onclosetag(name) {
      if (name === 'a') endLink()
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

/** Trims every line and keeps at most one empty line between lines. */
export function tidy(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed !== '' || lines.at(-1) !== '') lines.push(trimmed)
  }
  return lines.join('\n').trim()
}

/**
 * The elements of an XML format: `texts` contain text, `blocks` end a line, `cells` are separated
 * by a tab.
 */
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
