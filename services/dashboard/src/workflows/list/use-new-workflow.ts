import type { WorkflowGraph } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { detailOf } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.ts'
import { emptyGraph } from '../graph/graph.ts'
import { createWorkflowMutation } from '../workflow-queries.ts'
import type { CanvasSearch } from '../workflows-search.ts'

/** Makes a workflow, empty or from a template, and opens its canvas. */
export function useNewWorkflow() {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation(createWorkflowMutation(useQueryClient()))
  // Another try after a lost answer makes no second one; another workflow has another key.
  const last = useRef<{ readonly body: string; readonly key: string }>(undefined)
  const create = (
    name = 'New workflow',
    graph: WorkflowGraph = emptyGraph,
    description: string | undefined = undefined,
    search: CanvasSearch = {},
  ) => {
    const body = JSON.stringify([name, graph, description])
    const key = last.current?.body === body ? last.current.key : crypto.randomUUID()
    last.current = { body, key }
    mutate(
      { key, name, graph, ...(description === undefined ? {} : { description }) },
      {
        onSuccess: ({ id }) => {
          last.current = undefined
          void navigate({ to: '/workflows/$id', params: { id }, search })
        },
        onError: (error) => toast(`Not created: ${detailOf(error)}`, { tone: 'bad' }),
      },
    )
  }
  return { create, isPending }
}
