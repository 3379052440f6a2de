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

/** What stands between `{{` and `}}`, and where. */
interface Tag {
  start: number
  end: number
  keyword: (typeof keywords)[number] | ''
  argument: string
}

const keywords = ['#if', '#each', '/if', '/each', 'else'] as const

function tagOf(start: number, end: number, inner: string): Tag {
  const text = inner.trim()
  const keyword = keywords.find(
    (word) => text.startsWith(word) && (text.length === word.length || /^\s/.test(text.slice(word.length))),
  )
  return { start, end, keyword: keyword ?? '', argument: text.slice(keyword?.length ?? 0).trim() }
}

/** The tags of a markup in their order. Nothing between the braces of a tag is a brace. Every character is read once. */
function* tagsIn(markup: string): Generator<Tag> {
  let start = markup.indexOf('{{')
  while (start !== -1) {
    let at = start + 2
    while (at < markup.length && markup[at] !== '{' && markup[at] !== '}') at += 1
    if (markup.startsWith('}}', at)) {
      yield tagOf(start, at + 2, markup.slice(start + 2, at))
      start = markup.indexOf('{{', at + 2)
    } else start = markup.indexOf('{{', at === start + 2 ? start + 1 : at)
  }
}

/** Attributes that a browser follows or loads. */
const urlAttributes = ['xlink:href', 'href', 'srcset', 'src', 'formaction', 'action', 'poster', 'data']

/** Whether a text ends where the value of such an attribute begins, with or without a quote. */
function beginsUrl(text: string): boolean {
  const open = text.trimEnd()
  const unquoted = /["']$/.test(open.slice(-1)) ? open.slice(0, -1).trimEnd() : open
  if (!unquoted.endsWith('=')) return false
  const tag = unquoted.slice(0, -1).trimEnd().slice(-20).toLowerCase()
  return urlAttributes.some((name) => tag.endsWith(name) && /[\s"']/.test(tag.at(-name.length - 1) ?? ''))
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
  for (const { start, end: next, keyword, argument } of tagsIn(markup)) {
    const text = markup.slice(end, start)
    if (text !== '') into().push({ type: 'text', text })
    line += text.split('\n').length - 1
    end = next
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
    } else into().push({ type: 'value', path: pathOf(argument, line), url: beginsUrl(text) })
    line += markup.slice(start, next).split('\n').length - 1
  }
  const unclosed = open.pop()
  if (unclosed !== undefined) {
    throw new MarkupError(`{{#${unclosed.node.type}}} is never closed`, unclosed.line)
  }
  if (end < markup.length) root.push({ type: 'text', text: markup.slice(end) })
  return root
}
