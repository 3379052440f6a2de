import {
  foldText,
  phoneEndings,
  phonesIn,
  splitPairs,
  startsUnspaced,
  wordsIn,
} from '@atrium/contracts'
import { type RawBuilder, sql } from 'kysely'

/** The indexed characters per record, because PostgreSQL's text vectors are limited to 1 MiB. */
const maxIndexed = 150_000
/** The maximum characters per lexeme. PostgreSQL accepts 2,046 bytes. */
const maxLexeme = 500

/** The maximum bytes of all lexemes together, below PostgreSQL's 1 MiB. */
const maxBytes = 900_000

/**
 * Marks phone numbers, which are indexed backwards, so a search for their last digits becomes a
 * prefix search.
 */
const phoneMark = '~'
const backwards = (digits: string): string => phoneMark + [...digits].reverse().join('')

/**
 * Returns the folded beginning of a text. Decomposition turns one character into up to eighteen.
 */
const foldStart = (text: string): string => foldText(text.slice(0, maxIndexed)).slice(0, maxIndexed)

/**
 * Yields words (letters and digits) and pictographs, because PostgreSQL's parser takes a path as
 * one word and drops emoji. Scripts without blanks are split into character pairs, and phone
 * numbers are also yielded as digits.
 */
export function* listLexemes(text: string): Generator<string> {
  for (const { text: word, unspaced } of wordsIn(foldStart(text))) {
    if (unspaced) yield* splitPairs(word)
    else yield word.slice(0, maxLexeme)
  }
  for (const digits of phonesIn(text.slice(0, maxIndexed))) yield backwards(digits)
}

function distinctLexemes(text: string): Set<string> {
  const found = new Set<string>()
  let bytes = 0
  for (const lexeme of listLexemes(text)) {
    if (found.has(lexeme)) continue
    bytes += Buffer.byteLength(lexeme)
    if (bytes > maxBytes) break
    found.add(lexeme)
  }
  return found
}

/** The maximum lexemes per search. */
const maxSearched = 20

const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function* searchedWords(q: string): Generator<string> {
  for (const { text, unspaced } of wordsIn(foldStart(q))) {
    const pairs = unspaced ? [...splitPairs(text)] : [text.slice(0, maxLexeme)]
    // Each part of a run begins with one of its pairs, so its last character alone adds nothing.
    yield* pairs.length > 1 ? pairs.slice(0, -1) : pairs
  }
}

/**
 * Returns the text query for a search. Every word matches as a prefix, but a single letter matches
 * only as a whole word. A phone number also matches by its last digits.
 */
export function searchQuery(q: string): string {
  const words = [...searchedWords(q)]
    .slice(0, maxSearched)
    .map((word) =>
      word.length > 1 || startsUnspaced(word) ? `${quoteLexeme(word)}:*` : quoteLexeme(word),
    )
    .join(' & ')
  const phones = phoneEndings(q).map((ending) => `${quoteLexeme(backwards(ending))}:*`)
  return phones.length === 0 ? words : `(${[`(${words})`, ...phones].join(' | ')})`
}

// Exact lexemes begin with `=` or `#`, which the text's own lexemes never do.
const exactLexemes = (orgId: string, tags: readonly string[]): string[] => [
  `=${orgId}`,
  ...tags.map((tag) => `#${tag}`),
]

/**
 * Returns a record's text vector: its organisation, its tags and the lexemes of its text, so one
 * index holds all three.
 */
export function searchVector(
  orgId: string,
  tags: readonly string[],
  text: string,
): RawBuilder<string> {
  return sql<string>`array_to_tsvector(${[...exactLexemes(orgId, tags), ...distinctLexemes(text)]}::text[])`
}

/**
 * Returns SQL that is true if a text vector belongs to the organisation and has all words and tags.
 * Returns undefined if there is nothing to search for.
 */
export function searchCondition(
  column: string,
  { orgId, q, tags }: { orgId: string; q: string | undefined; tags: readonly string[] },
): RawBuilder<boolean> | undefined {
  if (q === undefined && tags.length === 0) return undefined
  const words = searchQuery(q ?? '')
  if (words === '' && q !== undefined && q.trim() !== '') return sql<boolean>`false`
  const exact = exactLexemes(orgId, tags).map(quoteLexeme).join(' & ')
  return sql<boolean>`${sql.ref(column)} @@ ${words === '' ? exact : `${exact} & ${words}`}::tsquery`
}
