import {
  type CreateWorkflow,
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listWorkflowLabels,
  listWorkflows,
  type UpdateWorkflow,
  updateWorkflow,
  type Workflow,
  type WorkflowSummary,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import type { SendKeyed } from '../platform/connection/request-keys.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'
import { type Tagged, tagged, taggedQuery } from '../platform/records/versions.ts'

const pageSize = 100

const listKey = ['workflows', 'list'] as const

interface WorkflowFilter {
  readonly q?: string
  /** An empty text finds the workflows without a folder. */
  readonly folder?: string | undefined
  readonly tag?: string | undefined
}

/** Lists the workflows that match the whole filter, without their graphs, newest first. */
export const workflowsQuery = ({ q = '', folder, tag }: WorkflowFilter = {}) =>
  infiniteQueryOptions({
    ...offsetPages(
      [...listKey, q, folder, tag],
      (page, options) =>
        atrium.call(
          listWorkflows,
          {
            query: {
              view: 'summary',
              ...page,
              ...(q === '' ? {} : { q }),
              ...(folder === undefined ? {} : { folder }),
              ...(tag === undefined ? {} : { tag }),
            },
          },
          options,
        ) as Promise<{ items: WorkflowSummary[]; total: number; offset: number }>,
      pageSize,
    ),
    placeholderData: (former) => former,
  })

/** The folders and tags in use, by name. */
export const labelsQuery = operationQuery(['workflows', 'labels'], listWorkflowLabels, {})

export type ReadWorkflow = Tagged<Workflow>

export const workflowQuery = taggedQuery('workflows', (id, options) =>
  atrium.call(getWorkflow, { params: { id } }, options),
)

export const refreshWorkflows = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: listKey }),
    queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey }),
  ])

/** Creates a workflow. A repeated idempotency key returns the first workflow again. */
export const createWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ keyed, ...body }: z.input<typeof CreateWorkflow> & { keyed: SendKeyed }) =>
      keyed(body, (idempotencyKey) => atrium.call(createWorkflow, { body }, { idempotencyKey })),
    onSuccess: () => refreshWorkflows(queryClient),
  })

/**
 * A workflow change. If `etag` is set and the workflow has changed since, the platform responds
 * with 412.
 */
export interface WorkflowChange {
  readonly id: string
  readonly change: UpdateWorkflow
  readonly etag?: string | null
}

export const updateWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change, etag }: WorkflowChange) => {
      const options = etag == null ? {} : { ifMatch: etag }
      return tagged(atrium.call(updateWorkflow, { params: { id }, body: change }, options))
    },
    onSuccess: (read, { id, change }) => {
      queryClient.setQueryData(workflowQuery(id).queryKey, read)
      if (change.graph !== undefined) {
        void queryClient.invalidateQueries({ queryKey: ['workflows', 'versions', id] })
      }
      return refreshWorkflows(queryClient)
    },
  })

export const deleteWorkflowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(deleteWorkflow, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: workflowQuery(id).queryKey })
      return refreshWorkflows(queryClient)
    },
  })
