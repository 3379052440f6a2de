import { parseSync, Visitor } from 'oxc-parser'

/** A text with its line number. */
export interface Found {
  readonly line: number
  readonly text: string
}

/** What the wording rules check in one source file. */
export interface SourceWords {
  readonly comments: readonly Found[]
  readonly testNames: readonly Found[]
  readonly functionNames: readonly Found[]
  readonly literalSpreads: readonly Found[]
}

const notProse = /biome-ignore|@ts-|^\s*#|@vitest/
const testName = /\b(?:test|it)(?:\.(?:each|runIf|skipIf|for)\([^)]*\))?\(\s*(['"`])(.+?)\1/g
const declaredFunction = /^(?:export )?(?:default )?(?:async )?function\*? (\w+)/
const constant = /^(?:export )?const (\w+)/
const functionStart = /^(?:async )?(?:[(<]|\w+ =>)/

/** Reads one TypeScript file. Consecutive `//` lines count as one comment. */
export function readSource(path: string, text: string): SourceWords {
  const lineAt = countLines(text)
  const { comments } = parseSync(path, text)
  return {
    comments: joinLines(
      comments.map(({ type, value, start }) => ({
        line: lineAt(start),
        text: cleanComment(value),
        // A comment at the end of a code line counts separately.
        isOpen:
          type === 'Line' && /\n[ \t]*$|^[ \t]*$/.test(text.slice(Math.max(0, start - 200), start)),
      })),
    ).filter((comment) => !notProse.test(comment.text)),
    testNames: Array.from(text.matchAll(testName), ({ index, 2: name = '' }) => ({
      line: lineAt(index),
      text: name,
    })),
    functionNames: findFunctions(text),
    // Few files need a syntax tree, and the tree costs most of the time.
    literalSpreads: /\.\.\.\s*[{[]/.test(text) ? findLiteralSpreads(path, text, lineAt) : [],
  }
}

/** Finds a module's functions. Overloads count as one function. */
function findFunctions(text: string): Found[] {
  const found = new Map<string, number>()
  for (const [at, line] of text.split('\n').entries()) {
    const name = declaredFunction.exec(line)?.[1] ?? nameArrowFunction(line)
    if (name !== undefined && !found.has(name)) found.set(name, at + 1)
  }
  return Array.from(found, ([name, line]) => ({ line, text: name }))
}

/**
 * Returns a constant's name if it is an arrow function. Its parameters may continue on the next
 * line.
 */
function nameArrowFunction(line: string): string | undefined {
  const [, name] = constant.exec(line) ?? []
  const value = line.slice(line.indexOf(' = ') + 3)
  const isFunction = functionStart.test(value) && (value.includes('=>') || value.endsWith('('))
  return isFunction ? name : undefined
}

/**
 * Finds `...{ a }` inside an object and `...[a]` inside a list, where the members could be written
 * directly.
 */
function findLiteralSpreads(
  path: string,
  text: string,
  lineAt: (offset: number) => number,
): Found[] {
  const found: Found[] = []
  const add = (start: number, end: number) =>
    found.push({ line: lineAt(start), text: text.slice(start, end) })
  new Visitor({
    ObjectExpression({ properties }) {
      for (const { type, start, end, ...rest } of properties) {
        if (
          type === 'SpreadElement' &&
          'argument' in rest &&
          rest.argument.type === 'ObjectExpression'
        )
          add(start, end)
      }
    },
    ArrayExpression({ elements }) {
      for (const element of elements) {
        if (element?.type === 'SpreadElement' && element.argument.type === 'ArrayExpression')
          add(element.start, element.end)
      }
    },
  }).visit(parseSync(path, text).program)
  return found.sort((one, other) => one.line - other.line)
}

const attributesWithText = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'aria-label',
  'alt',
  'name',
  'action',
  'tooltip',
])
const keysWithText = new Set([
  'label',
  'title',
  'description',
  'message',
  'text',
  'action',
  'placeholder',
])

/** Finds the texts on a page: text between tags, text attributes, and sentences in literals. */
export function readPageTexts(path: string, text: string): Found[] {
  const lineAt = countLines(text)
  const found: Found[] = []
  const add = (start: number, shown: string) =>
    found.push({ line: lineAt(start), text: shown.trim() })
  new Visitor({
    JSXText: ({ start, value }) => add(start + (value.length - value.trimStart().length), value),
    JSXAttribute({ name, value }) {
      const isText = name.type === 'JSXIdentifier' && attributesWithText.has(name.name)
      if (isText && value?.type === 'Literal' && isWord(value.value)) add(value.start, value.value)
    },
    Property({ key, value }) {
      const isText = key.type === 'Identifier' && keysWithText.has(key.name)
      if (isText && value.type === 'Literal' && isWord(value.value)) add(value.start, value.value)
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && isSentence(value)) add(start, value)
    },
    TemplateLiteral({ quasis }) {
      const whole = quasis.map(({ value }) => value.cooked ?? '').join(' ')
      if (!isSentence(whole)) return
      for (const { start, value } of quasis) add(start, value.cooked ?? '')
    },
  }).visit(parseSync(path, text).program)
  return found.filter(({ text: shown }) => shown !== '')
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z][\w-]*$/.test(value)
/** Class names, addresses and keys have no space or contain code characters. */
const isSentence = (value: string): boolean =>
  /[a-z] [\w“(]/i.test(value) && !/[{}<>=]|^\.|\/\w+\//.test(value)

const cleanComment = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd())
    .join('\n')

/** Joins consecutive comments if each has its own line. */
function joinLines(comments: readonly (Found & { readonly isOpen: boolean })[]): Found[] {
  const joined: Found[] = []
  let next: number | undefined
  for (const { line, text, isOpen } of comments) {
    const before = joined.at(-1)
    if (isOpen && before !== undefined && line === next) {
      joined[joined.length - 1] = { line: before.line, text: `${before.text}\n${text}` }
    } else joined.push({ line, text })
    next = isOpen ? line + 1 : undefined
  }
  return joined
}

/** Returns a function to find an offset's line. Offsets may come in any order. */
function countLines(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
