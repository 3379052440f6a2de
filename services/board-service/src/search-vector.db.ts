import { normalizeText } from '@atrium/contracts'
import { sql } from 'kysely'
import type { CardRow } from './database.ts'

/** Characters of a card that the index sees, more than its body has; PostgreSQL's text vectors end at 1 MiB. */
const maxIndexed = 150_000
/** Characters of one lexeme; PostgreSQL takes 2,046 bytes. */
const maxLexeme = 500

/** Compatibility-decomposed, without combining marks, lower-case: "Économie" is found by "economie". */
const fold = (text: string): string => normalizeText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Runs of letters and digits, and pictographs; PostgreSQL's parser takes a path as one word and drops emoji. */
export const lexemesOf = (text: string): string[] =>
  // Decomposition makes up to eighteen characters of one.
  (
    fold(text.slice(0, maxIndexed))
      .slice(0, maxIndexed)
      .match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? []
  ).map((lexeme) => lexeme.slice(0, maxLexeme))

/** Lexemes of a search that count. */
const maxSearched = 20

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner)
  }
}

// Exact lexemes beside those of the text, which never begin with `=` or `#`.
const exactOf = (orgId: string, tags: readonly string[]): string[] => [
  `=${orgId}`,
  ...tags.map((tag) => `#${tag}`),
]

/** A card's text vector: its lexemes, its tags and its org, so that one index answers all three. */
export function searchVector(card: Pick<CardRow, 'org_id' | 'title' | 'body' | 'tags' | 'fields'>) {
  const text = [card.title, card.tags.join(' '), card.body, ...stringsIn(card.fields)].join(' ')
  return sql`array_to_tsvector(${[...new Set([...exactOf(card.org_id, card.tags), ...lexemesOf(text)])]}::text[])`
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The text query of a search: every lexeme as a beginning; one letter alone must be the whole lexeme. */
export const searchQuery = (q: string): string =>
  lexemesOf(q)
    .slice(0, maxSearched)
    .map((lexeme) => (lexeme.length > 1 ? `${quoted(lexeme)}:*` : quoted(lexeme)))
    .join(' & ')

/** The condition for words and tags within an org; undefined when there is nothing to search by. */
export function searchCondition(orgId: string, q: string | undefined, tags: readonly string[]) {
  if (q === undefined && tags.length === 0) return undefined
  const words = searchQuery(q ?? '')
  if (words === '' && q !== undefined && q.trim() !== '') return sql<boolean>`false`
  const exact = exactOf(orgId, tags).map(quoted).join(' & ')
  return sql<boolean>`t.search @@ ${words === '' ? exact : `${exact} & ${words}`}::tsquery`
}
