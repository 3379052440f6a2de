import { normalizeText } from '@atrium/contracts'
import { type RawBuilder, sql } from 'kysely'

/** Characters of a card that the index sees, more than its body has; PostgreSQL's text vectors end at 1 MiB. */
const maxIndexed = 150_000

/** Compatibility-decomposed, without combining marks, lower-case: "Économie" is found by "economie". */
export const fold = (text: string): string => normalizeText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The words of a folded text with one blank between them. PostgreSQL's own parser would take an address, a path or
 * what stands between typographic quotes as one word, and nobody finds "example" in "someone@example.org".
 */
const wordsOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')

// No word of PostgreSQL's parser: a picture is a lexeme as it stands, in whatever skin or company it comes.
const pictures = /\p{Extended_Pictographic}/gu
const picturesOf = (text: string): string[] => [...new Set(text.match(pictures) ?? [])].slice(0, 200)

interface Searchable {
  orgId: string
  title: string
  body: string
  tags: readonly string[]
  fields: Readonly<Record<string, unknown>>
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner)
  }
}

// Exact lexemes beside the words: no word of the parser begins with `=` or `#`.
const orgLexeme = (orgId: string): string => `=${orgId}`
const tagLexeme = (tag: string): string => `#${tag}`

/** A card's text vector: its words, its tags and its org, so that one index answers all three. */
export function searchVector(card: Searchable): RawBuilder<unknown> {
  const text = [card.title, card.tags.join(' '), card.body, ...stringsIn(card.fields)].join(' ')
  // Decomposition makes up to eighteen characters of one.
  const words = wordsOf(text.slice(0, maxIndexed)).slice(0, maxIndexed)
  const exact = [orgLexeme(card.orgId), ...card.tags.map(tagLexeme), ...picturesOf(text.slice(0, maxIndexed))]
  return sql`array_to_tsvector(${exact}::text[]) || to_tsvector('simple', ${words})`
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The words of a search without its pictures, each to be matched as a beginning; one letter alone must be the whole word. */
export function searchWords(q: string): string {
  return wordsOf(q)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 20)
    .map((word) => (word.length > 1 ? `${quoted(word)}:*` : quoted(word)))
    .join(' & ')
}

/** The condition for tags, words and pictures within an org; undefined when there is nothing to search by. */
export function searchCondition(
  orgId: string,
  q: string | undefined,
  tags: readonly string[],
): RawBuilder<boolean> | undefined {
  const words = q === undefined ? undefined : searchWords(q)
  if (words === undefined && tags.length === 0) return undefined
  const shown = picturesOf(q ?? '')
  if (words === '' && shown.length === 0 && q !== undefined && q.trim() !== '') return sql<boolean>`false`
  const exact = [orgLexeme(orgId), ...tags.map(tagLexeme), ...shown].map(quoted).join(' & ')
  if (words === undefined || words === '') return sql<boolean>`t.search @@ ${exact}::tsquery`
  // A word of nothing but separators has no lexeme and asks for nothing.
  return sql<boolean>`t.search @@ (${exact}::tsquery && to_tsquery('simple', ${words}))`
}
