const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Characters that XML 1.0 forbids, even as references.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')

type Attributes = Readonly<Record<string, string | null | undefined>>

const attributesOf = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => (value == null ? '' : ` ${name}="${escaped(value)}"`))
    .join('')

/** An element with a text; nothing without one, and for the empty text. */
export function leaf(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  if (text == null || text.trim() === '') return ''
  return `<${name}${attributesOf(attributes)}>${escaped(text.trim())}</${name}>`
}

/** An element with elements; nothing when all of them are nothing. */
export function branch(name: string, ...children: readonly string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** A document with the namespaces of its root. */
export const xmlDocument = (name: string, namespaces: Attributes, ...children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attributesOf(namespaces)}>${children.join('')}</${name}>\n`
