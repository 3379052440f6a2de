import type { WorkflowGraph } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { emptyGraph } from '../graph/graph.ts'
import { createWorkflowMutation } from '../workflow-queries.ts'
import type { CanvasSearch } from '../workflows-search.ts'

/** Creates a workflow, empty or from a template, and opens its canvas. */
export function useNewWorkflow() {
  const navigate = usePageNavigate(useNavigate())
  const { mutate, isPending } = useMutation(createWorkflowMutation(useQueryClient()))
  const keyed = useRequestKeys()
  const create = (
    name = 'New workflow',
    graph: WorkflowGraph = emptyGraph,
    description: string | undefined = undefined,
    search: CanvasSearch = {},
  ) => {
    mutate(
      { keyed, name, graph, ...(description === undefined ? {} : { description }) },
      {
        onSuccess: ({ id }) => void navigate({ to: '/workflows/$id', params: { id }, search }),
        onError: toastRefusal('Not created'),
      },
    )
  }
  return { create, isPending }
}
