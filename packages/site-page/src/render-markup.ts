import type { MarkupNode } from './parse-markup.ts'

/** The maximum characters of a rendered page. */
export const maxRendered = 2_000_000

/** The maximum parts and list items per page. */
const maxSteps = 1_000_000

export class RenderError extends Error {}

/** Escapes text for use between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('`', '&#96;')
    .replaceAll('=', '&#61;')

// Browsers drop white space and control characters before they read the scheme.
function isScripting(url: string): boolean {
  const compact = [...url.slice(0, 200)].filter(
    (character) => character > ' ' && character !== '\u007f',
  )
  return /^(?:javascript:|vbscript:|data:(?!image\/(?:png|jpeg|gif|webp|avif)[;,]))/i.test(
    compact.join(''),
  )
}

/**
 * Returns a value as text. In a URL position, a URL becomes empty if a browser would execute it.
 */
function toText(value: unknown, url: boolean): string {
  if (typeof value === 'string') return url && isScripting(value) ? '' : value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return ''
}

type Scope = Readonly<{ value: unknown; item?: unknown; index?: number; outer?: Scope }>

const readOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

function lookUp(scope: Scope, path: readonly string[]): unknown {
  const [first = '', ...rest] = path
  let found: unknown
  for (let current: Scope | undefined = scope; current !== undefined; current = current.outer) {
    if (current.outer !== undefined && first === 'this') found = current.item
    else if (current.outer !== undefined && first === 'index') found = current.index
    else found = readOwn(current.outer === undefined ? current.value : current.item, first)
    if (found !== undefined) break
  }
  return rest.reduce<unknown>(readOwn, found)
}

const isTrue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== '' && value !== 0 && value !== false && value != null

/**
 * Renders parsed markup with values. Every value is escaped, wherever it is used. Throws
 * `RenderError` if the page grows beyond `maxRendered`.
 */
export function renderMarkup(
  nodes: readonly MarkupNode[],
  values: Readonly<Record<string, unknown>>,
): string {
  const parts: string[] = []
  let length = 0
  const write = (text: string): void => {
    length += text.length
    if (length > maxRendered) throw new RenderError('The page is too long. Shorten its texts.')
    parts.push(text)
  }
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps > maxSteps) throw new RenderError('The page has too many parts. Remove some.')
  }
  const walk = (list: readonly MarkupNode[], scope: Scope): void => {
    for (const node of list) {
      step()
      if (node.type === 'text') write(node.text)
      else if (node.type === 'value') write(escapeHtml(toText(lookUp(scope, node.path), node.url)))
      else if (node.type === 'if')
        walk(isTrue(lookUp(scope, node.path)) ? node.yes : node.no, scope)
      else {
        const items = lookUp(scope, node.path)
        if (!Array.isArray(items) || items.length === 0) walk(node.empty, scope)
        else
          for (const [index, item] of items.entries()) {
            // An empty body still costs time per item.
            step()
            walk(node.body, { value: undefined, item, index, outer: scope })
          }
      }
    }
  }
  walk(nodes, { value: values })
  return parts.join('')
}
