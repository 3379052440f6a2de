import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** Loads a list by cursor. Each page names the next cursor, or null after the last page. */
export const cursorPages = <P extends { readonly next: string | null }>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
