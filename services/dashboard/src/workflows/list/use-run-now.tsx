import type { WorkflowNode } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { nodesQuery } from '../palette-queries.ts'
import { RunDialog } from '../runs/run-dialog.tsx'
import { runWorkflowMutation } from '../runs/run-queries.ts'
import { findSampleTrigger } from '../tries/last-sample.ts'
import { workflowQuery } from '../workflow-queries.ts'

/**
 * Starts a run from the list and shows it. Asks for a sample first if the trigger waits for an
 * event or a call.
 */
export function useRunNow(id: string) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  const start = useMutation(runWorkflowMutation(queryClient))
  const [trigger, setTrigger] = useState<WorkflowNode>()
  const send = (input?: Record<string, unknown>) =>
    start.mutate(
      { id, key: crypto.randomUUID(), ...(input === undefined ? {} : { input }) },
      {
        onSuccess: ({ runId }) =>
          navigate({ to: '/workflows/$id', params: { id }, search: { run: runId } }),
        onError: toastRefusal('Not started'),
      },
    )
  const ask = async () => {
    const [{ graph }, { items }] = await Promise.all([
      queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
      queryClient.fetchQuery(nodesQuery),
    ])
    const palette = new Map(items.map((descriptor) => [descriptor.type, descriptor]))
    const waiting = findSampleTrigger(graph, palette)
    if (waiting === undefined) send()
    else setTrigger(waiting)
  }
  return {
    run: () => void ask().catch(toastRefusal('Not started')),
    sampleQuestion: trigger !== undefined && (
      <RunDialog
        id={id}
        trigger={trigger}
        isStarting={start.isPending}
        onRun={send}
        onClose={() => setTrigger(undefined)}
      />
    ),
  }
}
