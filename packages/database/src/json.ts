import { type RawBuilder, sql } from 'kysely'
import { repairValue } from './text-repair.ts'

// `JSON.stringify` escapes the characters that PostgreSQL cannot store. Few values need the slow
// repair.
const repairable = /\\u(?:0000|d[89a-f])/

/**
 * Returns a value as a `jsonb` parameter. Arrays need it, because the driver would turn them into
 * PostgreSQL arrays.
 */
export function json<T>(value: T): RawBuilder<T> {
  const text = JSON.stringify(value)
  return sql<T>`${repairable.test(text) ? JSON.stringify(repairValue(value)) : text}::jsonb`
}
