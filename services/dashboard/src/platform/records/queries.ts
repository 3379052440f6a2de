import type { Operation } from '@atrium/contracts'
import type { CallInput } from '@atrium/sdk'
import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../connection/api.ts'

export const operationQuery = <O extends Operation>(
  queryKey: QueryKey,
  operation: O,
  input: CallInput<O>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => atrium.call(operation, input, { signal }) })

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

/**
 * Returns mutation options that show a change at once. If the change is refused, it is rolled back.
 */
export const shownAtOnce = <Data, Change, Key extends QueryKey>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: Key; queryFn?: QueryFunction<Data, Key> },
  changed: (old: Data, change: Change) => Data,
) => ({
  onMutate: async (change: Change) => {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData<Data>(queryKey)
    if (before !== undefined) queryClient.setQueryData<Data>(queryKey, changed(before, change))
    return { before }
  },
  onError: (_error: Error, _change: Change, shown: { before: Data | undefined } | undefined) =>
    queryClient.setQueryData<Data>(queryKey, shown?.before),
})

/**
 * Keeps the error of a query without data during a retry. Otherwise the page would jump back to its
 * skeleton.
 */
export function useStanding({ data, error }: { data: unknown; error: unknown }): {
  readonly error: unknown
  readonly isPending: boolean
} {
  const [held, setHeld] = useState<unknown>(null)
  const now = data === undefined ? (error ?? held) : null
  if (now !== held) setHeld(now)
  return { error: now, isPending: data === undefined && now === null }
}
