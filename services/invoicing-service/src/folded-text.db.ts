import { foldText } from '@atrium/contracts'
import { patternOf } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'

/**
 * Matches rows in which one of the columns contains the text, ignoring case and accents
 * (`fold_text` of migration 0034).
 */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const folded = foldText(text)
  if (folded === '') return sql<boolean>`${text === ''}`
  const pattern = patternOf(folded)
  const conditions = columns.map((column) => sql`fold_text(${sql.ref(column)}) like ${pattern}`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Sorts exact names first and names that begin with the text second, so that a limit never cuts
 * them off.
 */
export function distanceOfText(column: string, text: string): RawBuilder<number> {
  const folded = foldText(text)
  return sql<number>`case when fold_text(${sql.ref(column)}) = ${folded} then 0
    when strpos(fold_text(${sql.ref(column)}), ${folded}) = 1 then 1 else 2 end`
}
