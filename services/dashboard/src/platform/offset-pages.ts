import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

interface OffsetPage {
  readonly offset: number
  readonly items: readonly unknown[]
  readonly total: number
}

/** Returns the next page's offset. Undefined after the last page. */
const nextOffset = ({ offset, items, total }: OffsetPage): number | undefined =>
  offset + items.length < total && items.length > 0 ? offset + items.length : undefined

/** Loads a list by offset, page by page. */
export const offsetPages = <P extends OffsetPage>(
  queryKey: QueryKey,
  read: (page: { limit: number; offset: number }, options: { signal: AbortSignal }) => Promise<P>,
  limit = 50,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })
