import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './database.ts'

export interface PageQuery {
  limit: number
  offset: number
}

/** The rows of a page, and how many rows the query has without it. */
export async function readPage<T extends keyof Database, O>(
  query: SelectQueryBuilder<Database, T, O>,
  { limit, offset }: PageQuery,
) {
  const [rows, { n }] = await Promise.all([
    query.limit(limit).offset(offset).execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(n), limit, offset }
}
