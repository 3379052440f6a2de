import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

/** A list whose pages each name the place of the next one, null after the last. */
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
