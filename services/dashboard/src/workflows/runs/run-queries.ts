import {
  cancelRun,
  estimateCredits,
  getLatestRun,
  getRun,
  listRuns,
  type RunView,
  runWorkflow,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'

const runsPage = 25

export const runsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['workflows', 'runs', id, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listRuns,
        { params: { id }, query: pageParam === '' ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ items }) => (items.length < runsPage ? undefined : items.at(-1)?.id),
  })

export const recentRunsQuery = (id: string) =>
  queryOptions({
    ...operationQuery(['workflows', 'runs', id], listRuns, { params: { id }, query: {} }),
    select: ({ items }) => items,
  })

export const runQuery = (id: string, runId: string) =>
  operationQuery(['workflows', 'run', id, runId], getRun, { params: { id, runId } })

/** Estimates the next run's credits from previous runs. */
export const estimateQuery = (id: string) =>
  operationQuery(['workflows', 'runs', id, 'estimate'], estimateCredits, {
    query: { workflowId: id },
  })

/** Reads the last completed run. Expressions use its samples. Null if there is none. */
export const latestRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'runs', id, 'latest'],
    queryFn: async ({ signal }) => {
      try {
        return await atrium.call(getLatestRun, { params: { id } }, { signal })
      } catch (error) {
        if (error instanceof AtriumError && error.status === 404) return null
        throw error
      }
    },
  })

/** Updates a changed run in the cache, and reloads the lists of runs. */
export const putRun = (queryClient: QueryClient, id: string, run: RunView) => {
  queryClient.setQueryData(runQuery(id, run.id).queryKey, run)
  return queryClient.invalidateQueries({ queryKey: ['workflows', 'runs', id] })
}

export const runWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      id,
      key,
      input,
    }: {
      id: string
      key: string
      input?: Record<string, unknown>
    }) =>
      atrium.call(
        runWorkflow,
        { params: { id }, ...(input === undefined ? {} : { body: { input } }) },
        { idempotencyKey: key },
      ),
    onSuccess: ({ run }, { id }) => putRun(queryClient, id, run),
  })

export const cancelRunMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, runId }: { id: string; runId: string }) =>
      atrium.call(cancelRun, { params: { id, runId } }),
    onSuccess: (run, { id }) => putRun(queryClient, id, run),
  })
