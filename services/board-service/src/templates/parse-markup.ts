/** A template's markup, parsed. */
export type MarkupNode =
  | { type: 'text'; text: string }
  | { type: 'value'; path: readonly string[]; url: boolean }
  | { type: 'if'; path: readonly string[]; yes: MarkupNode[]; no: MarkupNode[] }
  | { type: 'each'; path: readonly string[]; body: MarkupNode[]; empty: MarkupNode[] }

/** What is wrong with a markup, and where. */
export class MarkupError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(`Line ${line}: ${message}`)
    this.name = 'MarkupError'
    this.line = line
  }
}

const tag = /\{\{\s*(#if|#each|\/if|\/each|else|)\s*([^{}]*?)\s*\}\}/g
// The value begins an attribute that a browser follows or loads.
const urlAttribute = /[\s"'](?:xlink:href|href|src|srcset|action|formaction|poster|data)\s*=\s*["']?\s*$/i
const segment = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const maxNesting = 20

const pathOf = (text: string, line: number): string[] => {
  const path = text.split('.')
  if (path.length > 10 || !path.every((part) => segment.test(part))) {
    throw new MarkupError(`"${text.slice(0, 40)}" is not the name of a variable`, line)
  }
  return path
}

interface Open {
  node: Extract<MarkupNode, { type: 'if' | 'each' }>
  into: MarkupNode[]
  line: number
}

/**
 * Parses `{{ name }}`, `{{#if name}} … {{else}} … {{/if}}` and `{{#each name}} … {{else}} … {{/each}}`; names may
 * have dots. There is no way to write a value unescaped. Throws `MarkupError`.
 */
export function parseMarkup(markup: string): MarkupNode[] {
  const root: MarkupNode[] = []
  const open: Open[] = []
  let end = 0
  let line = 1
  const into = (): MarkupNode[] => open.at(-1)?.into ?? root
  for (const match of markup.matchAll(tag)) {
    const text = markup.slice(end, match.index)
    if (text !== '') into().push({ type: 'text', text })
    line += text.split('\n').length - 1
    end = match.index + match[0].length
    const [, keyword = '', argument = ''] = match
    if (keyword === '#if' || keyword === '#each') {
      if (open.length >= maxNesting) throw new MarkupError('Nested too deeply', line)
      const path = pathOf(argument, line)
      const node: Open['node'] =
        keyword === '#if'
          ? { type: 'if', path, yes: [], no: [] }
          : { type: 'each', path, body: [], empty: [] }
      into().push(node)
      open.push({ node, into: node.type === 'if' ? node.yes : node.body, line })
    } else if (keyword === 'else' && argument === '') {
      const current = open.at(-1)
      const second = current?.node.type === 'if' ? current.node.no : current?.node.empty
      if (current === undefined || second === undefined || current.into === second) {
        throw new MarkupError('{{else}} without a beginning', line)
      }
      current.into = second
    } else if (keyword === '/if' || keyword === '/each') {
      const current = open.pop()
      if (current === undefined || `/${current.node.type}` !== keyword || argument !== '') {
        throw new MarkupError(`{{${keyword}}} without a beginning`, line)
      }
    } else into().push({ type: 'value', path: pathOf(argument, line), url: urlAttribute.test(text) })
    line += match[0].split('\n').length - 1
  }
  const unclosed = open.pop()
  if (unclosed !== undefined) {
    throw new MarkupError(`{{#${unclosed.node.type}}} is never closed`, unclosed.line)
  }
  if (end < markup.length) root.push({ type: 'text', text: markup.slice(end) })
  return root
}
