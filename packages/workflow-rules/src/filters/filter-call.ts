import {
  type FilterArgument,
  type FilterCall,
  type Reference,
  readReference,
  skipBlanks,
} from '../reference.ts'

export const isPath = (argument: FilterArgument): argument is Reference =>
  typeof argument === 'object'

const mostFilters = 20
const mostArguments = 10

const filterName = /[A-Za-z_]\w{0,49}/y
const number = /[+-]?\d{1,30}(?:\.\d{1,30})?(?![\w.])/y
const written: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

interface Read<T> {
  value: T
  end: number
}

interface ReadFilters extends Read<FilterCall[]> {
  /** Where the paths in arguments begin. */
  paths: readonly number[]
}

/**
 * Parses `| name` and `| name: argument, argument` from `at` on, as often as they follow each other.
 * The list is empty if none follows. Returns undefined if a filter is malformed.
 */
export function readFilters(text: string, at: number): ReadFilters | undefined {
  const paths: number[] = []
  const calls: FilterCall[] = []
  let end = at
  for (;;) {
    const bar = skipBlanks(text, end)
    if (text[bar] !== '|') return { value: calls, end, paths }
    const start = skipBlanks(text, bar + 1)
    const name = matchAt(filterName, text, start)
    if (name === undefined || calls.length >= mostFilters) return undefined
    const args = readArguments(text, start + name.length, paths)
    if (args === undefined) return undefined
    calls.push({ name, args: args.value })
    end = args.end
  }
}

// Accepts `: a, b` and `(a, b)`, because other template languages write either.
function readArguments(
  text: string,
  at: number,
  paths: number[],
): Read<FilterArgument[]> | undefined {
  const args: FilterArgument[] = []
  const open = skipBlanks(text, at)
  const inParentheses = text[open] === '('
  if (text[open] !== ':' && !inParentheses) return { value: args, end: at }
  let next = skipBlanks(text, open + 1)
  if (inParentheses && text[next] === ')') return { value: args, end: next + 1 }
  for (;;) {
    const argument = readArgument(text, next)
    if (argument === undefined || args.length >= mostArguments) return undefined
    args.push(argument.value)
    if (isPath(argument.value)) paths.push(next)
    const after = skipBlanks(text, argument.end)
    if (text[after] === ',') {
      next = skipBlanks(text, after + 1)
      continue
    }
    if (!inParentheses) return { value: args, end: argument.end }
    return text[after] === ')' ? { value: args, end: after + 1 } : undefined
  }
}

function readArgument(text: string, at: number): Read<FilterArgument> | undefined {
  const found = text[at] === '$' ? readReference(text, at) : undefined
  if (found !== undefined) {
    const { node, path, source, end } = found
    return { value: { node, path, source }, end }
  }
  const numeral = matchAt(number, text, at)
  if (numeral !== undefined) return { value: Number(numeral), end: at + numeral.length }
  return readLiteral(text, at)
}

// Reads a text in quotes. A backslash escapes the next character, `\n` is a line break.
function readLiteral(text: string, at: number): Read<string> | undefined {
  const quote = text[at]
  if (quote !== "'" && quote !== '"') return undefined
  let value = ''
  for (let here = at + 1; here < text.length; here += 1) {
    const sign = text[here] ?? ''
    // Braces end an expression, even inside quotes, so each part is read once.
    if ((sign === '}' || sign === '{') && text[here + 1] === sign) return undefined
    if (sign === quote) return { value, end: here + 1 }
    if (sign === '\\') {
      here += 1
      const escaped = text[here] ?? ''
      value += written[escaped] ?? escaped
    } else value += sign
  }
  return undefined
}
