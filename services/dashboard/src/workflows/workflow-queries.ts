import {
  cancelRun,
  createWorkflow,
  deleteWorkflow,
  getLatestRun,
  getRun,
  listCards,
  listEventTypes,
  listNodes,
  listRuns,
  listSkills,
  listWorkflows,
  listWorkflowTemplates,
  runWorkflow,
  type UpdateWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowGraph,
  type WorkflowSummary,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

const longMs = 5 * 60_000
const pageSize = 100
const listKey = ['workflows', 'list'] as const

/** The workflows without their graphs, newest first. */
export const workflowsQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ pageParam, signal }) =>
    atrium.call(
      listWorkflows,
      { query: { view: 'summary', limit: pageSize, offset: pageParam } },
      { signal },
    ) as Promise<{ items: WorkflowSummary[]; total: number; offset: number }>,
  initialPageParam: 0,
  getNextPageParam: ({ offset, items, total }) => {
    const next = offset + items.length
    return items.length > 0 && next < total ? next : undefined
  },
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

/** The nodes that can be drawn here. */
export const nodesQuery = queryOptions({
  queryKey: ['workflows', 'nodes'],
  queryFn: ({ signal }) => atrium.call(listNodes, {}, { signal }),
  select: ({ items }) => new Map(items.map((descriptor) => [descriptor.type, descriptor])),
  staleTime: longMs,
})

/** The events that start a run, with the fields of their payloads. */
export const eventTypesQuery = queryOptions({
  queryKey: ['workflows', 'event-types'],
  queryFn: ({ signal }) => atrium.call(listEventTypes, {}, { signal }),
  select: ({ items }) => items,
  staleTime: longMs,
})

/** Graphs to begin with. */
export const templatesQuery = queryOptions({
  queryKey: ['workflows', 'templates'],
  queryFn: ({ signal }) => atrium.call(listWorkflowTemplates, {}, { signal }),
  select: ({ items }) => items,
  staleTime: longMs,
})

/** The skills of the organisation. */
export const skillsQuery = queryOptions({
  queryKey: ['skills', 'list'],
  queryFn: ({ signal }) => atrium.call(listSkills, { query: { limit: pageSize } }, { signal }),
  select: ({ items }) => items,
})

/** The tags of the cards that changed last, in the order of the alphabet. */
export const usedTagsQuery = queryOptions({
  queryKey: ['workflows', 'used-tags'],
  queryFn: ({ signal }) =>
    atrium.call(listCards, { query: { sortBy: 'updatedAt', limit: pageSize } }, { signal }),
  select: ({ items }) => [...new Set(items.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b)),
  staleTime: longMs,
})

const runsPage = 25

/** The runs of a workflow, newest first, without their nodes. */
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

/** The newest runs of a workflow. */
export const recentRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'runs', id],
    queryFn: ({ signal }) => atrium.call(listRuns, { params: { id }, query: {} }, { signal }),
    select: ({ items }) => items,
  })

/** One run with its nodes. */
export const runQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: ['workflows', 'run', id, runId],
    queryFn: ({ signal }) => atrium.call(getRun, { params: { id, runId } }, { signal }),
  })

/** The last completed run, whose samples expressions are shown with; null before the first one. */
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
    onSuccess: (read) => {
      queryClient.setQueryData(workflowQuery(read.workflow.id).queryKey, read)
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

/** Fires a workflow by hand. */
export const runWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, key, input }: { id: string; key: string; input?: Record<string, unknown> }) =>
      atrium.call(
        runWorkflow,
        { params: { id }, ...(input === undefined ? {} : { body: { input } }) },
        { idempotencyKey: key },
      ),
    onSuccess: ({ runId, run }, { id }) => {
      queryClient.setQueryData(runQuery(id, runId).queryKey, run)
      return queryClient.invalidateQueries({ queryKey: ['workflows', 'runs', id] })
    },
  })

/** Stops a run that waits or goes. */
export const cancelRunMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, runId }: { id: string; runId: string }) =>
      atrium.call(cancelRun, { params: { id, runId } }),
    onSuccess: (run, { id, runId }) => {
      queryClient.setQueryData(runQuery(id, runId).queryKey, run)
      return queryClient.invalidateQueries({ queryKey: ['workflows', 'runs', id] })
    },
  })
