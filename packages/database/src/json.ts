import { type RawBuilder, sql } from 'kysely'
import { repairValue } from './text-repair.ts'

/** A value as a `jsonb` parameter. Arrays need it (the driver would make PostgreSQL arrays of them). */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(repairValue(value))}::jsonb`
