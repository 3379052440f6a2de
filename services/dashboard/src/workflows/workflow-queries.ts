import {
  createWorkflow,
  deleteWorkflow,
  listWorkflows,
  type UpdateWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowGraph,
  type WorkflowSummary,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'

const pageSize = 100

const listKey = ['workflows', 'list'] as const

/** The workflows that have the words of `q`, without their graphs, newest first. */
export const workflowsQuery = (q = '') =>
  infiniteQueryOptions({
    ...offsetPages(
      [...listKey, q],
      (page, options) =>
        atrium.call(
          listWorkflows,
          { query: { view: 'summary', ...page, ...(q === '' ? {} : { q }) } },
          options,
        ) as Promise<{ items: WorkflowSummary[]; total: number; offset: number }>,
      pageSize,
    ),
    placeholderData: (former) => former,
  })

/** A workflow with the version that was read. */
export interface ReadWorkflow {
  readonly workflow: Workflow
  readonly etag: string | null
}

const pathOf = (id: string): string => `/api/workflows/${encodeURIComponent(id)}`

const readWorkflow = async (response: Response): Promise<ReadWorkflow> => ({
  workflow: (await response.json()) as Workflow,
  etag: response.headers.get('etag'),
})

/** One workflow with its graph and version. */
export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'one', id] as const,
    queryFn: async ({ signal }) => readWorkflow(await atrium.request(pathOf(id), { signal })),
  })

const refreshList = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: listKey })

/** Makes a workflow. A repeated key answers the first one again. */
export const createWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      key,
      ...body
    }: {
      key: string
      name: string
      description?: string
      graph: WorkflowGraph
    }) => atrium.call(createWorkflow, { body }, { idempotencyKey: key }),
    onSuccess: () => refreshList(queryClient),
  })

/** A change of a workflow; with `etag` one since that version is refused with 412. */
export interface WorkflowChange {
  readonly id: string
  readonly change: UpdateWorkflow
  readonly etag?: string | null
}

/** Changes, activates or deactivates a workflow. */
export const updateWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ id, change, etag }: WorkflowChange) =>
      readWorkflow(
        await atrium.request(pathOf(id), {
          method: updateWorkflow.method.toUpperCase(),
          headers: { 'content-type': 'application/json', ...(etag == null ? {} : { 'if-match': etag }) },
          body: JSON.stringify(change),
        }),
      ),
    onSuccess: (read, { id, change }) => {
      queryClient.setQueryData(workflowQuery(id).queryKey, read)
      if (change.graph !== undefined) {
        void queryClient.invalidateQueries({ queryKey: ['workflows', 'versions', id] })
      }
      return refreshList(queryClient)
    },
  })

/** Deletes a workflow with its schedules and runs. */
export const deleteWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(deleteWorkflow, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: workflowQuery(id).queryKey })
      return refreshList(queryClient)
    },
  })
