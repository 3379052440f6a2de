import type { Pace } from '@atrium/workflow-rules'
import { type ItemShape, type Path, translatePath } from '../document/item-shape.ts'
import type { Names } from './names.ts'
import { parseExpression } from './parse-expression.ts'
import type { Term } from './terms.ts'
import { writeLiteral, writePath } from './write-path.ts'

/** Where the expressions of one step are. */
export interface Place {
  /** The shape of the step's input items. */
  shape: ItemShape
  /** Returns the imported name and the item shape of a step. Undefined if there is no such step. */
  findStep(name: string): { name: string; shape: ItemShape } | undefined
  /** The imported name of the trigger before the step. */
  trigger: { name: string; moment: string } | undefined
  workflow: string
  /** The step's expressions that were read already, by their source. */
  expressions: Map<string, ReadExpression>
}

interface ReadExpression {
  term: Term | undefined
  differences: readonly string[]
}

export interface TranslatedText {
  /** A literal if the text is exactly one expression with a literal. */
  value: unknown
  /** The expressions without a counterpart. They stay as they are. */
  lost: string[]
  /** What differs from n8n in the translated expressions. */
  differences: string[]
}

const restoreSource = (inner: string): string => `{{ ${inner.trim()} }}`

/** Writes a term as a parameter: a text with expressions, a literal, or a structure of them. */
function writeValue(term: Term, place: Place): { value: unknown } | undefined {
  if (term.kind === 'literal') return { value: term.value }
  if (term.kind === 'list') {
    const members = term.members.map((each) => writeValue(each, place))
    if (members.includes(undefined)) return undefined
    return { value: members.map((each) => each?.value) }
  }
  if (term.kind === 'object') {
    const members = term.members.map(([name, each]) => [name, writeValue(each, place)] as const)
    if (members.some(([, each]) => each === undefined)) return undefined
    return { value: Object.fromEntries(members.map(([name, each]) => [name, each?.value])) }
  }
  const text = writeTerm(term, place)
  return text === undefined ? undefined : { value: text }
}

function writeTerm(term: Term, place: Place): string | undefined {
  if (term.kind === 'list' || term.kind === 'object') return undefined
  if (term.kind === 'literal') return String(term.value ?? '')
  if (term.kind === 'row') {
    const parts = term.terms.map((each) => writeTerm(each, place))
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  const path = writeSource(term, place)
  return path === undefined ? undefined : `{{ ${[path, ...term.filters].join(' | ')} }}`
}

function writeSource(term: Extract<Term, { kind: 'path' | 'now' }>, place: Place) {
  if (term.kind === 'now') {
    return place.trigger && writePath(place.trigger.name, [place.trigger.moment])
  }
  if (term.node === null) return writePath(null, translatePath(place.shape, term.path))
  const step = place.findStep(term.node)
  return step && writePath(step.name, translatePath(step.shape, term.path))
}

function writeArgument(term: Term, place: Place): string | undefined {
  if (term.kind === 'path' || term.kind === 'now') return writeSource(term, place)
  if (term.kind !== 'literal') return undefined
  if (typeof term.value === 'number') return String(term.value)
  return writeLiteral(String(term.value ?? ''))
}

const createNames = (place: Place, differences: string[]): Names => ({
  hasStep: (name) => place.findStep(name) !== undefined,
  workflow: place.workflow,
  write: (term) => writeArgument(term, place),
  addDifference: (text) => {
    if (!differences.includes(text)) differences.push(text)
  },
})

/** Returns the end of an expression that opens before `at`. Braces inside quotes do not count. */
function findEnd(text: string, at: number): number {
  let quote = ''
  for (let here = at; here < text.length; here += 1) {
    const sign = text[here] ?? ''
    if (sign === '\\') here += 1
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"' || sign === '`') quote = sign
    else if (sign === '}' && text[here + 1] === '}') return here
  }
  // An apostrophe in a longer text opens no quotes.
  return text.indexOf('}}', at)
}

const isPlain = (template: string): boolean => !template.startsWith('=')

/** Splits a template at its expressions. Each part is a text, or the inside of an expression. */
export function splitTemplate(template: string): { text: string; isExpression: boolean }[] {
  const parts: { text: string; isExpression: boolean }[] = []
  let from = 0
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', from)) {
    const close = findEnd(template, open + 2)
    if (close === -1) break
    parts.push({ text: template.slice(from, open), isExpression: false })
    parts.push({ text: template.slice(open + 2, close), isExpression: true })
    from = close + 2
  }
  parts.push({ text: template.slice(from), isExpression: false })
  return parts.filter(({ text, isExpression }) => isExpression || text !== '')
}

function readExpression(text: string, place: Place): ReadExpression {
  const known = place.expressions.get(text)
  if (known !== undefined) return known
  const differences: string[] = []
  const read = { term: parseExpression(text, createNames(place, differences)), differences }
  place.expressions.set(text, read)
  return read
}

const deepest = 30

function* listTemplates(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') {
    if (!isPlain(value)) yield value.slice(1).trimEnd()
  } else if (typeof value === 'object' && value !== null && depth < deepest) {
    for (const inner of Object.values(value)) yield* listTemplates(inner, depth + 1)
  }
}

/**
 * Reads the expressions of a step's parameters with pauses for other work, because one step may have
 * thousands. The translation afterwards finds them in `place`.
 */
export async function readExpressions(parameters: unknown, place: Place, pace: Pace) {
  for (const template of listTemplates(parameters)) {
    for (const { text, isExpression } of splitTemplate(template)) {
      if (isExpression) readExpression(text, place)
      if (pace.due()) await pace.yield()
    }
  }
}

/** Translates a text parameter of an n8n step. Texts without a leading `=` are not expressions. */
export function translateText(given: string, place: Place): TranslatedText {
  if (isPlain(given)) return { value: given, lost: [], differences: [] }
  const lost: string[] = []
  const found = new Set<string>()
  const read = (text: string): Term | undefined => {
    const { term, differences } = readExpression(text, place)
    for (const difference of differences) found.add(difference)
    return term
  }
  const parts = splitTemplate(given.slice(1).trimEnd())
  const [only] = parts
  const whole = parts.length === 1 && only?.isExpression ? read(only.text) : undefined
  const value = whole && writeValue(whole, place)
  if (value !== undefined) return { value: value.value, lost, differences: [...found] }
  const texts = parts.map(({ text, isExpression }) => {
    if (!isExpression) return text
    const term = read(text)
    const written = term && writeTerm(term, place)
    if (written !== undefined) return written
    lost.push(text.trim())
    return restoreSource(text)
  })
  return { value: texts.join(''), lost, differences: lost.length > 0 ? [] : [...found] }
}

/** Returns the path if a text is exactly one expression with a path into the current item. */
export function readFieldPath(given: string, place: Place): Path | undefined {
  const [only, ...others] = splitTemplate(given.slice(1).trim())
  if (isPlain(given) || only === undefined || others.length > 0 || !only.isExpression)
    return undefined
  const { term } = readExpression(only.text, place)
  return term?.kind === 'path' && term.node === null && term.filters.length === 0
    ? translatePath(place.shape, term.path)
    : undefined
}
