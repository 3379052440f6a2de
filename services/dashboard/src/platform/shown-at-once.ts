import type { QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query'

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
