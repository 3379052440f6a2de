import { getWorkflowVersion, listWorkflowVersions, restoreWorkflowVersion } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../../platform/records/queries.ts'
import { workflowQuery } from '../workflow-queries.ts'

const versionsKey = (id: string) => ['workflows', 'versions', id] as const

export const versionsQuery = (id: string) =>
  offsetPages(versionsKey(id), (query, options) =>
    atrium.call(listWorkflowVersions, { params: { id }, query }, options),
  )

/** Reads who saved the newest version, and when. */
export const newestVersionQuery = (id: string) =>
  operationQuery([...versionsKey(id), 'newest'], listWorkflowVersions, {
    params: { id },
    query: { limit: 1 },
  })

export const versionQuery = (id: string, n: number) =>
  queryOptions({
    ...operationQuery([...versionsKey(id), n], getWorkflowVersion, { params: { id, n } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Saves a version's graph again. If the workflow was saved elsewhere, the platform responds with
 * 412 and the newest version is shown.
 */
export const restoreMutation = (queryClient: QueryClient, id: string) => {
  const { queryKey } = workflowQuery(id)
  return mutationOptions({
    mutationFn: (n: number) => {
      const etag = queryClient.getQueryData(queryKey)?.etag
      return atrium.call(
        restoreWorkflowVersion,
        { params: { id, n } },
        etag == null ? {} : { ifMatch: etag },
      )
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: versionsKey(id) }),
        queryClient.invalidateQueries({ queryKey }),
      ]),
  })
}
