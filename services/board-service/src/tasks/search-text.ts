import { type RawBuilder, sql } from 'kysely'

/** Characters of a card that the index sees; PostgreSQL's text vectors end at 1 MiB. */
const maxIndexed = 50_000

/** Compatibility-decomposed, without combining marks, lower-case: "Économie" is found by "economie". */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

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
  const words = fold(
    [card.title, card.tags.join(' '), ...stringsIn(card.fields), card.body].join(' ').slice(0, maxIndexed),
  )
  const exact = [orgLexeme(card.orgId), ...card.tags.map(tagLexeme)]
  return sql`array_to_tsvector(${exact}::text[]) || to_tsvector('simple', ${words})`
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The words of a search, each to be matched as a beginning; one letter alone must be the whole word. */
export function searchWords(q: string): string {
  return fold(q)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 20)
    .map((word) => (word.length > 1 ? `${quoted(word)}:*` : quoted(word)))
    .join(' & ')
}

/** The condition for tags and words within an org; undefined when there is nothing to search by. */
export function searchCondition(
  orgId: string,
  q: string | undefined,
  tags: readonly string[],
): RawBuilder<boolean> | undefined {
  const words = q === undefined ? undefined : searchWords(q)
  if (words === undefined && tags.length === 0) return undefined
  if (words === '' && q !== undefined && q.trim() !== '') return sql<boolean>`false`
  const exact = [orgLexeme(orgId), ...tags.map(tagLexeme)].map(quoted).join(' & ')
  if (words === undefined || words === '') return sql<boolean>`t.search @@ ${exact}::tsquery`
  // A word of nothing but separators has no lexeme and asks for nothing.
  return sql<boolean>`t.search @@ (${exact}::tsquery && to_tsquery('simple', ${words}))`
}
