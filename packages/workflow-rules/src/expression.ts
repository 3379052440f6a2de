import { applyFilters } from './filters/apply-filters.ts'
import { argumentKinds } from './filters/argument-kinds.ts'
import { readFilters } from './filters/filter-call.ts'
import type { Place } from './filters/filter-rule.ts'
import { ownPath } from './own-property.ts'
import {
  type FilterCall,
  type Reference,
  readReference,
  skipBlanks,
  skipBraces,
} from './reference.ts'
import { type RunValues, readSubstitution } from './substitution.ts'

/** What expressions can read: the JSON in the current item and in a named node's item. */
export interface Scope {
  json: unknown
  node(name: string): unknown
  /** The values for substitutions. */
  values?: RunValues | undefined
  /** Counts the characters produced by expressions inside longer texts. */
  produced?: ProducedText
}

/** What expressions have produced for one item. */
export interface ProducedText {
  characters: number
  /** Objects as JSON text, so each is serialized once. */
  texts?: Map<object, string>
  /** The values of expressions with filters, so each is computed once. */
  filtered?: Map<Reference, unknown>
  /** Counts the characters read and written by filters. */
  filteredCharacters?: number
}

/** The count of a scope that has produced no text yet. */
export const noText = (): ProducedText => ({ characters: 0 })

/**
 * The limits in characters for one text with expressions, and for all texts of one scope together.
 */
export const textLimits = { one: 2_000_000, all: 4_000_000 } as const

/** How many characters the filters of one scope may read and write together. */
const mostFiltered = 10_000_000

/** Thrown if expressions would produce more text than a run may hold. */
export class ExpressionError extends Error {}

/**
 * A text split at its expressions. `whole` is set if the text is exactly one expression, because
 * its value then keeps its type.
 */
export interface Template {
  parts: readonly (string | Reference)[]
  whole: Reference | null
}

const opening = '{{'
const closing = '}}'

// Reads the expression between the braces that open at `open`.
function expressionAt(
  text: string,
  open: number,
): { reference: Reference; end: number } | undefined {
  const found = readReference(text, skipBlanks(text, open + opening.length))
  if (found === undefined) return undefined
  const filters = readFilters(text, found.end)
  if (filters === undefined) return undefined
  const close = skipBlanks(text, filters.end)
  if (!text.startsWith(closing, close)) return undefined
  const { node, path, source } = found
  const reference: Reference = { node, path, source }
  if (filters.value.length > 0) {
    reference.filters = filters.value
    reference.written = text.slice(found.end - source.length, filters.end)
  }
  return { reference, end: close + closing.length }
}

/** Splits a text at its expressions in one pass. Braces without an expression stay text. */
export function parseTemplate(text: string): Template {
  const substitution = readSubstitution(text)
  if (substitution !== undefined) return { parts: [substitution], whole: substitution }
  const parts: (string | Reference)[] = []
  let from = 0
  for (let open = text.indexOf(opening); open !== -1; ) {
    const found = expressionAt(text, open)
    if (found === undefined) {
      open = text.indexOf(opening, open + opening.length)
      continue
    }
    if (open > from) parts.push(text.slice(from, open))
    parts.push(found.reference)
    from = found.end
    open = text.indexOf(opening, from)
  }
  if (from < text.length) parts.push(text.slice(from))
  const references = parts.filter((part) => typeof part !== 'string')
  const only = references.length === 1 ? references[0] : undefined
  const whole =
    only !== undefined && parts.every((part) => part === only || isBlank(part)) ? only : null
  return { parts, whole }
}

/** An expression in a text. `from` and `to` include the braces. */
export interface PlacedExpression {
  from: number
  to: number
  reference: Reference
}

/** Lists a text's expressions with their positions, in order. */
export function listExpressions(text: string): PlacedExpression[] {
  const found: PlacedExpression[] = []
  for (let open = text.indexOf(opening); open !== -1; ) {
    const expression = expressionAt(text, open)
    if (expression !== undefined)
      found.push({ from: open, to: expression.end, reference: expression.reference })
    open = text.indexOf(opening, expression?.end ?? open + opening.length)
  }
  return found
}

const isBlank = (part: string | Reference): boolean =>
  typeof part === 'string' && part.trim() === ''

const longestInner = 500
const shownInner = 100
const mostFound = 100

/**
 * Returns the first 100 texts that begin like an expression (`{{ $…`) but are none, cut to 100
 * characters.
 */
export function malformedExpressions(text: string): string[] {
  const found: string[] = []
  for (let open = text.indexOf(opening); open !== -1 && found.length < mostFound; ) {
    const start = skipBlanks(text, open + opening.length)
    const near = text[start] === '$' ? text.slice(start, start + longestInner + closing.length) : ''
    const close = near.indexOf('}')
    const next = start + close + closing.length
    if (close > 0 && near[close + 1] === '}') {
      if (expressionAt(text, open) === undefined)
        found.push(near.slice(0, Math.min(close, shownInner)).trimEnd())
      open = text.indexOf(opening, next)
    } else open = text.indexOf(opening, open + opening.length)
  }
  return found
}

/**
 * Returns the first 100 texts after braces that never close (`{{ $json.name`), cut to 100
 * characters.
 */
export function unclosedExpressions(text: string): string[] {
  const found: string[] = []
  let close = text.indexOf(closing)
  for (let open = text.indexOf(opening); open !== -1 && found.length < mostFound; ) {
    const expression = expressionAt(text, open)
    if (expression !== undefined) {
      open = text.indexOf(opening, expression.end)
      continue
    }
    const start = skipBraces(text, open)
    if (close !== -1 && close < start) close = text.indexOf(closing, start)
    const next = text.indexOf(opening, start)
    if (close === -1 || (next !== -1 && next < close)) {
      const end = Math.min(start + shownInner, next === -1 ? text.length : next)
      found.push(text.slice(start, end).toWellFormed().trim())
    }
    open = next
  }
  return found
}

/**
 * Returns a reference's value after its filters. Undefined if a step in its path is missing. Throws
 * `NodeError` if a filter gets a wrong value.
 */
export function resolveReference(reference: Reference, scope: Scope): unknown {
  const { filters } = reference
  return filters === undefined
    ? readReferred(reference, scope)
    : resolveFiltered(reference, filters, scope)
}

function resolveFiltered(
  reference: Reference,
  filters: readonly FilterCall[],
  scope: Scope,
): unknown {
  const cachedValues = scope.produced?.filtered
  if (cachedValues?.has(reference) === true) return cachedValues.get(reference)
  const value = applyFilters(
    readReferred(reference, scope),
    { source: reference.source, filters },
    {
      place: readPlace(scope),
      read: (path) => readReferred(path, scope),
      count: (characters) => countFiltered(scope.produced, characters),
    },
  )
  if (scope.produced !== undefined) {
    scope.produced.filtered ??= new Map()
    scope.produced.filtered.set(reference, value)
  }
  return value
}

// A run without an organisation has no settings.
const readPlace = ({ values }: Scope): Place => ({
  locale: argumentKinds.locale.read(values?.setting['locale']) ?? 'en',
  zone: argumentKinds.zone.read(values?.setting['timezone']) ?? 'UTC',
})

function countFiltered(produced: ProducedText | undefined, characters: number): void {
  if (produced === undefined) return
  produced.filteredCharacters = (produced.filteredCharacters ?? 0) + characters
  if (produced.filteredCharacters > mostFiltered)
    throw new ExpressionError(
      `The filters would process more than ${mostFiltered} characters. Use shorter texts.`,
    )
}

function readReferred({ root, node, path }: Reference, scope: Scope): unknown {
  if (root !== undefined) return ownPath(scope.values?.[root], path)
  return ownPath(node === null ? scope.json : scope.node(node), path)
}

/**
 * Returns a value as text inside a longer text: objects as JSON, missing values as the empty
 * string.
 */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}

/**
 * Returns a template's value: typed if it is exactly one expression, otherwise text. Throws
 * `ExpressionError`.
 */
export function resolveTemplate(template: Template, scope: Scope): unknown {
  if (template.whole !== null) return resolveReference(template.whole, scope)
  return joinTemplate(template, scope, (value) => insertedText(value, scope.produced))
}

/** Returns a template's text with each value formatted by `insert`. Throws `ExpressionError`. */
export function joinTemplate(
  template: Template,
  scope: Scope,
  insert: (value: unknown, reference: Reference) => string,
): string {
  let text = ''
  for (const part of template.parts) {
    text += typeof part === 'string' ? part : insert(resolveReference(part, scope), part)
    if (text.length > textLimits.one) throw tooLong(textLimits.one)
  }
  countProduced(scope.produced, text)
  return text
}

function insertedText(value: unknown, produced: ProducedText | undefined): string {
  if (typeof value !== 'object' || value === null || produced === undefined) return asText(value)
  const cachedText = produced.texts?.get(value)
  if (cachedText !== undefined) return cachedText
  const text = asText(value)
  produced.texts ??= new Map()
  produced.texts.set(value, text)
  countProduced(produced, text)
  return text
}

function countProduced(produced: ProducedText | undefined, { length }: string): void {
  if (produced === undefined) return
  produced.characters += length
  if (produced.characters > textLimits.all) throw tooLong(textLimits.all)
}

const tooLong = (limit: number): ExpressionError =>
  new ExpressionError(
    `The expressions would produce more than ${limit} characters. Use shorter texts.`,
  )
