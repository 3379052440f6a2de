/** A node of parsed template markup. */
export type MarkupNode =
  | { type: 'text'; text: string }
  | { type: 'value'; path: readonly string[]; url: boolean }
  | { type: 'if'; path: readonly string[]; yes: MarkupNode[]; no: MarkupNode[] }
  | { type: 'each'; path: readonly string[]; body: MarkupNode[]; empty: MarkupNode[] }

/** Thrown for invalid markup, with the line. */
export class MarkupError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(`Line ${line}: ${message}`)
    this.name = 'MarkupError'
    this.line = line
  }
}

const segment = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const maxNesting = 20

const toPath = (text: string, line: number): string[] => {
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

// A tag contains no braces between its own, so every character is read only once.
const tag = /\{\{([^{}]*)\}\}/g
const keyword = /^(#if|#each|\/if|\/each|else)(?!\S)/

const linesIn = (text: string): number => text.split('\n').length - 1

/** Attributes with an address to follow or load. */
const urlAttributes = [
  'xlink:href',
  'href',
  'srcset',
  'src',
  'formaction',
  'action',
  'poster',
  'data',
]

/** True if a text ends where the value of a URL attribute begins, with or without a quote. */
function beginsUrl(text: string): boolean {
  const open = text.trimEnd()
  const unquoted = /["']$/.test(open.slice(-1)) ? open.slice(0, -1).trimEnd() : open
  if (!unquoted.endsWith('=')) return false
  const tag = unquoted.slice(0, -1).trimEnd().slice(-20).toLowerCase()
  return urlAttributes.some(
    (name) => tag.endsWith(name) && /[\s"']/.test(tag.at(-name.length - 1) ?? ''),
  )
}

/**
 * Parses `{{ name }}`, `{{#if name}} … {{else}} … {{/if}}` and `{{#each name}} … {{else}} …
 * {{/each}}`. Names may have dots. Values are always escaped. Throws `MarkupError`.
 */
export function parseMarkup(markup: string): MarkupNode[] {
  const root: MarkupNode[] = []
  const open: Open[] = []
  let end = 0
  let line = 1
  const into = (): MarkupNode[] => open.at(-1)?.into ?? root
  for (const { 0: whole, 1: inner = '', index } of markup.matchAll(tag)) {
    const text = markup.slice(end, index)
    if (text !== '') into().push({ type: 'text', text })
    line += linesIn(text)
    end = index + whole.length
    const words = inner.trim()
    const word = keyword.exec(words)?.[1] ?? ''
    const argument = words.slice(word.length).trim()
    if (word === '#if' || word === '#each') {
      if (open.length >= maxNesting)
        throw new MarkupError('The template is nested too deeply', line)
      const path = toPath(argument, line)
      const node: Open['node'] =
        word === '#if'
          ? { type: 'if', path, yes: [], no: [] }
          : { type: 'each', path, body: [], empty: [] }
      into().push(node)
      open.push({ node, into: node.type === 'if' ? node.yes : node.body, line })
    } else if (word === 'else' && argument === '') {
      const current = open.at(-1)
      const second = current?.node.type === 'if' ? current.node.no : current?.node.empty
      if (current === undefined || second === undefined || current.into === second) {
        throw new MarkupError('This {{else}} belongs to no {{#if}} or {{#each}}', line)
      }
      current.into = second
    } else if (word === '/if' || word === '/each') {
      const current = open.pop()
      if (current === undefined || `/${current.node.type}` !== word || argument !== '') {
        throw new MarkupError(`This {{${word}}} has no matching start`, line)
      }
    } else into().push({ type: 'value', path: toPath(argument, line), url: beginsUrl(text) })
    line += linesIn(whole)
  }
  const unclosed = open.pop()
  if (unclosed !== undefined) {
    throw new MarkupError(`This {{#${unclosed.node.type}}} is never closed`, unclosed.line)
  }
  if (end < markup.length) root.push({ type: 'text', text: markup.slice(end) })
  return root
}
