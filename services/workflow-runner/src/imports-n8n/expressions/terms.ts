import type { Path } from '../document/item-shape.ts'

/** The value of a translated expression: a literal, a path with filters, or several in a row. */
export type Term =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'path'; node: string | null; path: Path; filters: readonly string[] }
  /** The moment when the run started. */
  | { kind: 'now'; filters: readonly string[] }
  | { kind: 'row'; terms: Term[] }
  | { kind: 'list'; members: readonly Term[] }
  | { kind: 'object'; members: readonly (readonly [name: string, value: Term])[] }

export const literal = (value: string | number | boolean | null): Term => ({
  kind: 'literal',
  value,
})

const mostFilters = 20

/** Appends a filter. Returns undefined if the term takes none. */
export const withFilter = (term: Term, filter: string): Term | undefined =>
  (term.kind === 'path' || term.kind === 'now') && term.filters.length < mostFilters
    ? { ...term, filters: [...term.filters, filter] }
    : undefined

const mostTerms = 200

export const isStructure = (term: Term): boolean => term.kind === 'list' || term.kind === 'object'

/** Appends a term. Adds to a row in place, because a sum of many would copy it at each sign. */
export function joinTerms(left: Term, right: Term): Term | undefined {
  if (isStructure(left) || isStructure(right)) return undefined
  const row = left.kind === 'row' ? left : { kind: 'row' as const, terms: [left] }
  if (right.kind === 'row') row.terms.push(...right.terms)
  else row.terms.push(right)
  return row.terms.length > mostTerms ? undefined : row
}

export const isText = (term: Term): boolean =>
  term.kind === 'row' || (term.kind === 'literal' && typeof term.value === 'string')

const longestPath = 100

/** Steps into a value. Returns undefined if the value has been changed by a filter. */
export function withKey(term: Term, key: string | number): Term | undefined {
  if (term.kind !== 'path' || term.filters.length > 0 || term.path.length >= longestPath) {
    return undefined
  }
  return { ...term, path: [...term.path, key] }
}
