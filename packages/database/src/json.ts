import { type RawBuilder, sql } from 'kysely'
import { repairValue } from './text-repair.ts'

// `JSON.stringify` escapes the characters that PostgreSQL cannot store, and few values need the slow repair.
const repairable = /\\u(?:0000|d[89a-f])/

/** A value as a `jsonb` parameter. Arrays need it (the driver would make PostgreSQL arrays of them). */
export function json<T>(value: T): RawBuilder<T> {
  const text = JSON.stringify(value)
  return sql<T>`${repairable.test(text) ? JSON.stringify(repairValue(value)) : text}::jsonb`
}
