import { AtriumError } from '@atrium/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { detailOf } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.ts'
import {
  cancelRunMutation,
  runWorkflowMutation,
  updateWorkflowMutation,
  workflowQuery,
} from '../workflow-queries.ts'
import type { Editor } from './use-editor.ts'

const changedSince = 412

/** Stores, activates and runs a workflow from its canvas. */
export function useStored(id: string, editor: Editor, onRun: (runId: string) => void) {
  const queryClient = useQueryClient()
  const update = useMutation(updateWorkflowMutation(queryClient))
  const fire = useMutation(runWorkflowMutation(queryClient))
  const stop = useMutation(cancelRunMutation(queryClient))
  const [conflict, setConflict] = useState(false)
  const [refusal, setRefusal] = useState<AtriumError>()

  // An undo in a message comes later than the drawing that it was shown for.
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  }, [editor])

  /** Whether it is stored; a refusal is shown. */
  async function store(rest: { active?: boolean } = {}, overwrite = false): Promise<boolean> {
    const { drawing, isDirty, etag } = latest.current
    if (!isDirty && rest.active === undefined) return true
    const { name, description, graph } = drawing
    const change = isDirty ? { name: name.trim() || 'Untitled', description, graph, ...rest } : rest
    try {
      const read = await update.mutateAsync({ id, change, etag: overwrite ? null : etag })
      editor.stored(drawing, read.etag)
      setRefusal(undefined)
      setConflict(false)
      return true
    } catch (error) {
      if (error instanceof AtriumError && error.status === changedSince) setConflict(true)
      else if (error instanceof AtriumError && error.status === 422) setRefusal(error)
      else toast(`Not saved: ${detailOf(error)}`, { tone: 'bad' })
      return false
    }
  }

  return {
    store,
    refusal,
    conflict,
    isStoring: update.isPending,
    isStarting: fire.isPending,
    closeRefusal: () => setRefusal(undefined),
    /** Takes the version of the platform in place of the own changes. */
    async takeTheirs(): Promise<void> {
      const newest = await queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 })
      editor.discard(newest)
      setConflict(false)
    },
    async run(): Promise<void> {
      if (!(await store())) return
      fire.mutate(
        { id, key: crypto.randomUUID() },
        {
          onSuccess: ({ runId, alreadyPending }) => {
            if (alreadyPending) toast('A run already waits; it is shown')
            onRun(runId)
          },
          onError: (error) => toast(`Not started: ${detailOf(error)}`, { tone: 'bad' }),
        },
      )
    },
    cancel: (runId: string) =>
      stop.mutate(
        { id, runId },
        { onError: (error) => toast(`Not cancelled: ${detailOf(error)}`, { tone: 'bad' }) },
      ),
  }
}

export type Stored = ReturnType<typeof useStored>
