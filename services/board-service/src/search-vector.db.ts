import { foldText, pairsOf, phoneEndings, phonesIn, startsUnspaced, wordsIn } from '@atrium/contracts'
import { sql } from 'kysely'
import type { CardRow } from './database.ts'

/** Characters of a card that the index sees, more than its body has; PostgreSQL's text vectors end at 1 MiB. */
const maxIndexed = 150_000
/** Characters of one lexeme; PostgreSQL takes 2,046 bytes. */
const maxLexeme = 500

/** Bytes of all lexemes together, below PostgreSQL's 1 MiB. */
const maxBytes = 900_000

/** Phone numbers are indexed backwards, so that a search for their last digits is a search for a beginning. */
const phoneMark = '~'
const backwards = (digits: string): string => phoneMark + [...digits].reverse().join('')

/** The folded beginning of a text; decomposition makes up to eighteen characters of one. */
const foldStart = (text: string): string => foldText(text.slice(0, maxIndexed)).slice(0, maxIndexed)

/**
 * Runs of letters and digits, and pictographs, because PostgreSQL's parser takes a path as one word and drops emoji. Scripts
 * without blanks are given as pairs of characters, and phone numbers as their digits, too.
 */
export function* lexemesOf(text: string): Generator<string> {
  for (const { text: word, unspaced } of wordsIn(foldStart(text))) {
    if (unspaced) yield* pairsOf(word)
    else yield word.slice(0, maxLexeme)
  }
  for (const digits of phonesIn(text.slice(0, maxIndexed))) yield backwards(digits)
}

function distinctLexemes(text: string): Set<string> {
  const found = new Set<string>()
  let bytes = 0
  for (const lexeme of lexemesOf(text)) {
    if (found.has(lexeme)) continue
    bytes += Buffer.byteLength(lexeme)
    if (bytes > maxBytes) break
    found.add(lexeme)
  }
  return found
}

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
  return sql`array_to_tsvector(${[...exactOf(card.org_id, card.tags), ...distinctLexemes(text)]}::text[])`
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function* searchedWords(q: string): Generator<string> {
  for (const { text, unspaced } of wordsIn(foldStart(q))) {
    const pairs = unspaced ? [...pairsOf(text)] : [text.slice(0, maxLexeme)]
    // Each part of a run begins with one of its pairs; its last character alone says nothing more.
    yield* pairs.length > 1 ? pairs.slice(0, -1) : pairs
  }
}

/**
 * The text query of a search: every word as a beginning, and one letter alone as the whole word. A phone number is also found
 * by its last digits.
 */
export function searchQuery(q: string): string {
  const words = [...searchedWords(q)]
    .slice(0, maxSearched)
    .map((word) => (word.length > 1 || startsUnspaced(word) ? `${quoted(word)}:*` : quoted(word)))
    .join(' & ')
  const phones = phoneEndings(q).map((ending) => `${quoted(backwards(ending))}:*`)
  return phones.length === 0 ? words : `(${[`(${words})`, ...phones].join(' | ')})`
}

/** The condition for words and tags within an org; undefined when there is nothing to search by. */
export function searchCondition(orgId: string, q: string | undefined, tags: readonly string[]) {
  if (q === undefined && tags.length === 0) return undefined
  const words = searchQuery(q ?? '')
  if (words === '' && q !== undefined && q.trim() !== '') return sql<boolean>`false`
  const exact = exactOf(orgId, tags).map(quoted).join(' & ')
  return sql<boolean>`t.search @@ ${words === '' ? exact : `${exact} & ${words}`}::tsquery`
}
