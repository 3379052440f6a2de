import type { SelectQueryBuilder } from 'kysely'

export interface PageQuery {
  limit: number
  offset: number
}

/** Returns one page and the query's total row count. */
export async function readPage<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  { limit, offset }: PageQuery,
) {
  const counted = query.clearSelect().clearOrderBy() as SelectQueryBuilder<
    DB,
    T,
    Record<never, never>
  >
  const [rows, { n }] = await Promise.all([
    query.limit(limit).offset(offset).execute(),
    counted.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow() as Promise<{
      n: string
    }>,
  ])
  return { rows, total: Number(n), limit, offset }
}
