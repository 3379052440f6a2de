import { foldText } from '@atrium/contracts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toLikePattern } from './like-pattern.ts'

/**
 * Creates the SQL function `fold_text`, equal to `foldText` in contracts. A test compares both.
 * Each service calls this in one migration, so the function is in its schema.
 */
export const createFoldText = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`create function fold_text(value text) returns text language sql immutable strict parallel safe as ${sql.lit(
    `select replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(value, nfkd), '[${markRanges()}]', '', 'g')),
        'øØłŁđĐðÐıςÆŒÞẞ', 'oollddddiσæœþß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`,
  )}`.execute(db))

/**
 * Returns the combining marks as ranges for a regular expression, because PostgreSQL's own classes
 * depend on the locale.
 */
function markRanges(): string {
  let ranges = ''
  let first: number | undefined
  for (let code = 0x300; code <= 0x1f000; code += 1) {
    const isMark = /\p{M}/u.test(String.fromCodePoint(code))
    if (isMark) first ??= code
    else if (first !== undefined) {
      ranges += `${String.fromCodePoint(first)}-${String.fromCodePoint(code - 1)}`
      first = undefined
    }
  }
  return ranges
}

function anyContains(
  foldedColumns: readonly RawBuilder<string>[],
  text: string,
): RawBuilder<boolean> {
  const folded = foldText(text)
  if (folded === '') return sql<boolean>`${text === ''}`
  const pattern = toLikePattern(folded)
  const conditions = foldedColumns.map((column) => sql`${column} like ${pattern}`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Matches rows with the text in one of the columns, ignoring case and accents. Needs
 * `createFoldText`.
 */
export const containsText = (columns: readonly string[], text: string): RawBuilder<boolean> =>
  anyContains(
    columns.map((column) => sql<string>`fold_text(${sql.ref(column)})`),
    text,
  )

/** Matches rows with the text in a column of folded text. */
export const foldedContains = (column: string, text: string): RawBuilder<boolean> =>
  anyContains([sql.ref<string>(column)], text)

/**
 * Sorts exact names first and names that begin with the text second, so a limit never cuts them
 * off. Needs `createFoldText`.
 */
export function distanceOfText(column: string, text: string): RawBuilder<number> {
  const folded = foldText(text)
  return sql<number>`case when fold_text(${sql.ref(column)}) = ${folded} then 0
    when strpos(fold_text(${sql.ref(column)}), ${folded}) = 1 then 1 else 2 end`
}
