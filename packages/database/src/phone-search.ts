import { foldText, phoneEndings } from '@atrium/contracts'
import { type RawBuilder, sql } from 'kysely'
import { containsText } from './folded-text.ts'

/**
 * Returns a phone number's digits backwards, so that a search for the last digits is a search for a
 * prefix. An index on this expression needs the same text. `(0)` is left out, because in
 * `+33 (0)6 …` nobody dials this zero from abroad.
 */
const reversedDigits = (column: string) =>
  sql`reverse(regexp_replace(replace(fold_text(${sql.ref(column)}), '(0)', ''), '[^0-9]', '', 'g'))`

/**
 * Matches a column that holds a phone number with the text's digits, with or without the country
 * prefix on either side. Matches nothing if the text is no phone number. Needs `createFoldText`.
 */
export function matchesPhone(column: string, text: string): RawBuilder<boolean> {
  const [whole, national] = phoneEndings(foldText(text).replace('(0)', ''))
  if (whole === undefined) return sql<boolean>`false`
  const endsWith = (digits: string) =>
    sql<boolean>`${reversedDigits(column)} like ${`${[...digits].reverse().join('')}%`}`
  if (national === undefined) return endsWith(whole)
  // A number that has a country prefix, too, must have the same one.
  return sql<boolean>`(${endsWith(whole)} or (${endsWith(national)}
    and fold_text(${sql.ref(column)}) !~ '^\\s*([+]|00)'))`
}

/** Like `containsText`, and also matches the column that holds a phone number by its digits. */
export const containsTextOrPhone = (
  columns: readonly string[],
  phone: string,
  text: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${containsText(columns, text)} or ${matchesPhone(phone, text)})`
