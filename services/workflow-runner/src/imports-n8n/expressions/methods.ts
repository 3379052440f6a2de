import { translateDateFormat } from './date-format.ts'
import { joinTerms, literal, type Term, withFilter } from './terms.ts'
import { writeLiteral } from './write-path.ts'

type Method = (term: Term, args: readonly Term[]) => Term | undefined

const plain =
  (filter: string): Method =>
  (term, args) =>
    args.length === 0 ? withFilter(term, filter) : undefined

const same: Method = (term) => term

const textArgument = (term: Term | undefined): string | undefined =>
  term?.kind === 'literal' && typeof term.value === 'string' ? term.value : undefined

const numberArgument = (term: Term | undefined): number | undefined =>
  term?.kind === 'literal' && typeof term.value === 'number' ? term.value : undefined

const replace: Method = (term, [search, replacement]) => {
  const texts = [search, replacement].map(textArgument)
  const written = texts.map((text) => (text === undefined ? undefined : writeLiteral(text)))
  return written.includes(undefined)
    ? undefined
    : withFilter(term, `replace: ${written.join(', ')}`)
}

const cut: Method = (term, [from, to]) => {
  const length = numberArgument(to)
  return numberArgument(from) === 0 && length !== undefined && length >= 0
    ? withFilter(term, `truncate: ${length}`)
    : undefined
}

const format: Method = (term, [pattern]) => {
  const text = textArgument(pattern)
  const translated = text === undefined ? undefined : translateDateFormat(text)
  const written = translated === undefined ? undefined : writeLiteral(translated)
  return written === undefined ? undefined : withFilter(term, `date: ${written}`)
}

const join: Method = (term, [separator]) => {
  const text = separator === undefined ? ',' : textArgument(separator)
  const written = text === undefined ? undefined : writeLiteral(text)
  return written === undefined ? undefined : withFilter(term, `join: ${written}`)
}

const fixed: Method = (term, [digits]) =>
  withFilter(term, `round: ${digits === undefined ? 0 : numberArgument(digits)}`)

const concat: Method = (term, args) =>
  args.reduce<Term | undefined>((all, next) => all && joinTerms(all, next), term)

/** Methods on texts, numbers, lists and dates with a filter as replacement. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    toUpperCase: plain('upper'),
    toLowerCase: plain('lower'),
    trim: plain('trim'),
    first: plain('first'),
    last: plain('last'),
    toNumber: plain('number'),
    toInt: plain('number'),
    toFloat: plain('number'),
    urlEncode: plain('url'),
    toJsonString: plain('json'),
    toISODate: plain("date: 'YYYY-MM-DD'"),
    toString: same,
    toISO: same,
    toISOString: same,
    toDateTime: same,
    toDate: same,
    toFormat: format,
    format,
    formatDate: format,
    toFixed: (term: Term, args: readonly Term[]) =>
      args.length === 0 || numberArgument(args[0]) !== undefined ? fixed(term, args) : undefined,
    round: (term: Term, args: readonly Term[]) =>
      args.length === 0 || numberArgument(args[0]) !== undefined ? fixed(term, args) : undefined,
    join,
    replace,
    replaceAll: replace,
    slice: cut,
    substring: cut,
    substr: cut,
    concat,
  }),
)

/** Functions with one argument that a filter replaces. */
export const functions: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    String: same,
    Number: plain('number'),
    parseFloat: plain('number'),
    parseInt: plain('number'),
    encodeURIComponent: plain('url'),
    'JSON.stringify': (term: Term) => withFilter(term, 'json'),
    'Math.round': plain('round'),
    'DateTime.fromISO': same,
    'DateTime.fromJSDate': same,
    Date: same,
  }),
)

/** What differs although a filter replaces a method, a function or a property. */
export const differences: ReadonlyMap<string, string> = new Map([
  ['length', 'The filter count counts the members of a list. For a text it is always 1.'],
  ['replace', 'The filter replace replaces all places in a text, and not only the first.'],
  ['parseInt', 'The filter number keeps decimals, and parseInt cuts them off.'],
  ['toInt', 'The filter number keeps decimals, and toInt cuts them off.'],
])

/** Properties that a filter replaces. */
export const properties: ReadonlyMap<string, string> = new Map([['length', 'count']])

/** Translates `left || right`: the right value counts if the left is missing or empty. */
export function chooseDefault(left: Term, right: Term, write: (term: Term) => string | undefined) {
  if (right.kind === 'path' && right.filters.length > 0) return undefined
  if (right.kind === 'literal' && (right.value === null || right.value === '')) return left
  const written = write(right)
  return written === undefined ? undefined : withFilter(left, `default: ${written}`)
}

const operators: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', '*': 'times' }

/** Translates arithmetic of a path with a number or another path. */
export function compute(
  operator: string,
  [left, right]: readonly [Term, Term],
  write: (term: Term) => string | undefined,
): Term | undefined {
  if (right.kind === 'now') return undefined
  if (right.kind === 'path' && right.filters.length > 0) return undefined
  if (left.kind === 'literal' && right.kind === 'literal') {
    const [a, b] = [left.value, right.value]
    if (typeof a !== 'number' || typeof b !== 'number') return undefined
    return literal(operator === '+' ? a + b : operator === '-' ? a - b : a * b)
  }
  const written = write(right)
  return written === undefined ? undefined : withFilter(left, `${operators[operator]}: ${written}`)
}
