import { getWorkflowVersion, listWorkflowVersions, restoreWorkflowVersion } from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { workflowQuery } from '../workflow-queries.ts'

const pageSize = 50
const versionsKey = (id: string) => ['workflows', 'versions', id] as const

/** The saved graphs of a workflow, newest first. */
export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: versionsKey(id),
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listWorkflowVersions,
        { params: { id }, query: { limit: pageSize, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ offset, items, total }) => {
      const next = offset + items.length
      return items.length > 0 && next < total ? next : undefined
    },
  })

/** One saved graph. */
export const versionQuery = (id: string, n: number) =>
  queryOptions({
    queryKey: [...versionsKey(id), n],
    queryFn: ({ signal }) => atrium.call(getWorkflowVersion, { params: { id, n } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Saves the graph of a version again, in place of the version that is known here: refused with 412 after a save elsewhere,
 * which is shown then.
 */
export const restoreMutation = (queryClient: QueryClient, id: string) => {
  const { queryKey } = workflowQuery(id)
  return mutationOptions({
    mutationFn: (n: number) => {
      const etag = queryClient.getQueryData(queryKey)?.etag
      return atrium.call(restoreWorkflowVersion, { params: { id, n } }, etag == null ? {} : { ifMatch: etag })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: versionsKey(id) }),
        queryClient.invalidateQueries({ queryKey }),
      ]),
  })
}
