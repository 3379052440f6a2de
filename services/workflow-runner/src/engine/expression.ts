import { ownPath } from './own-property.ts'

/** What an expression may look at: the current item's json and the json of a named node's item. */
export interface Scope {
  json: unknown
  node(name: string): unknown
  /** Characters that expressions inside longer texts have made here; counted when given. */
  made?: { characters: number }
}

/** The most characters that one text with expressions may become, and all texts of one scope together. */
export const textLimits = { one: 2_000_000, all: 8_000_000 } as const

/** Thrown when expressions would make more text than a run may hold. */
export class ExpressionError extends Error {}

export interface Reference {
  /** Null for `$json`. */
  node: string | null
  path: readonly (string | number)[]
  source: string
}

/** A text cut at its expressions. `whole` when it is exactly one, which keeps the value's type. */
export interface Template {
  parts: readonly (string | Reference)[]
  whole: Reference | null
}

const opening = '{{'
const closing = '}}'
const head = /^\$(?:json|node\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]\.json)/
const step =
  /^(?:\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\])/u

const unquote = (text: string): string => text.replace(/\\(.)/g, '$1')

/**
 * Parses the inside of `{{ … }}`: `$json` or `$node['Name'].json`, then steps `.key`, `['key']`, `[0]`.
 * Undefined for anything else: there is no code in an expression, only a path.
 */
export function parseReference(text: string): Reference | undefined {
  const source = text.trim()
  const start = head.exec(source)
  if (start === null) return undefined
  const quoted = start[1] ?? start[2]
  const path: (string | number)[] = []
  let rest = source.slice(start[0].length)
  while (rest !== '') {
    const match = step.exec(rest)
    if (match === null) return undefined
    const [whole, dotted, index, single, double] = match
    path.push(dotted ?? (index === undefined ? unquote(single ?? double ?? '') : Number(index)))
    rest = rest.slice(whole.length)
  }
  return { node: quoted === undefined ? null : unquote(quoted), path, source }
}

/** Cuts a text at its expressions. Braces that hold no expression stay text. */
export function parseTemplate(text: string): Template {
  const parts: (string | Reference)[] = []
  let literal = ''
  let at = 0
  for (;;) {
    const open = text.indexOf(opening, at)
    const close = open === -1 ? -1 : text.indexOf(closing, open + 2)
    if (open === -1 || close === -1) break
    const reference = parseReference(text.slice(open + 2, close))
    if (reference === undefined) {
      literal += text.slice(at, open + 2)
      at = open + 2
      continue
    }
    literal += text.slice(at, open)
    if (literal !== '') parts.push(literal)
    parts.push(reference)
    literal = ''
    at = close + 2
  }
  literal += text.slice(at)
  if (literal !== '') parts.push(literal)
  const references = parts.filter((part) => typeof part !== 'string')
  const only = references.length === 1 ? references[0] : undefined
  const whole = only !== undefined && parts.every((part) => part === only || isBlank(part)) ? only : null
  return { parts, whole }
}

const isBlank = (part: string | Reference): boolean => typeof part === 'string' && part.trim() === ''

/** The expressions that look like one (`{{ $…`) and are not; for the check of a graph. */
export const malformedExpressions = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\$[^}]{0,500}?)\s*\}\}/g)].flatMap(([, inner]) =>
    inner !== undefined && parseReference(inner) === undefined ? [inner] : [],
  )

/** The value that a reference points at; undefined when something on its way is missing. */
export const resolveReference = (reference: Reference, scope: Scope): unknown =>
  ownPath(reference.node === null ? scope.json : scope.node(reference.node), reference.path)

/** A value inside a longer text: objects as JSON, missing as empty. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}

/** A template's value: typed when it is exactly one expression, else text. Throws `ExpressionError`. */
export function resolveTemplate(template: Template, scope: Scope): unknown {
  if (template.whole !== null) return resolveReference(template.whole, scope)
  let text = ''
  for (const part of template.parts) {
    text += typeof part === 'string' ? part : asText(resolveReference(part, scope))
    if (text.length > textLimits.one) throw tooLong(textLimits.one)
  }
  if (scope.made !== undefined) {
    scope.made.characters += text.length
    if (scope.made.characters > textLimits.all) throw tooLong(textLimits.all)
  }
  return text
}

const tooLong = (limit: number): ExpressionError =>
  new ExpressionError(`Expressions would make a text of more than ${limit} characters`)
