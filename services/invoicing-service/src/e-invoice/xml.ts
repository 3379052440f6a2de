const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// XML 1.0 forbids these characters, even as character references.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')

type Attributes = Readonly<Record<string, string | null | undefined>>

const formatAttributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => (value == null ? '' : ` ${name}="${escaped(value)}"`))
    .join('')

/** Writes an element with text, or nothing if the text is empty or missing. */
export function leaf(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): string {
  if (text == null || text.trim() === '') return ''
  return `<${name}${formatAttributes(attributes)}>${escaped(text.trim())}</${name}>`
}

/** Writes an element with child elements, or nothing if all children are empty. */
export function branch(name: string, ...children: readonly string[]): string {
  const content = children.join('')
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** Writes a document with the namespaces on its root element. */
export const xmlDocument = (
  name: string,
  namespaces: Attributes,
  ...children: readonly string[]
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${formatAttributes(namespaces)}>${children.join('')}</${name}>\n`
