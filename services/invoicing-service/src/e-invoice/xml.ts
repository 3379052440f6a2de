const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Characters that XML 1.0 forbids, even as references.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** An element with a text; nothing for null and for the empty text. */
export function leaf(name: string, text: string | null, attributes: Record<string, string> = {}): string {
  if (text === null || text.trim() === '') return ''
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${given.join('')}>${escaped(text.trim())}</${name}>`
}

/** An element with elements; nothing when all of them are nothing. */
export function branch(name: string, ...children: readonly string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** A document with the namespaces of its root. */
export function xmlDocument(
  name: string,
  namespaces: Readonly<Record<string, string>>,
  ...children: readonly string[]
): string {
  const given = Object.entries(namespaces).map(([key, value]) => ` ${key}="${value}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${given.join('')}>${children.join('')}</${name}>\n`
}
