import type { UpdateWorkflow } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../../ui/feedback/toast-refusal.ts'
import { cancelRunMutation, runWorkflowMutation } from '../../runs/run-queries.ts'
import { updateWorkflowMutation, workflowQuery } from '../../workflow-queries.ts'
import { type Drawing, mergeDrawings, toDrawing } from './drawing.ts'
import type { Editor } from './use-editor.ts'

const changedSince = 412

type Rest = Pick<UpdateWorkflow, 'active'>

const toChange = ({ name, description, graph }: Drawing, rest: Rest): UpdateWorkflow => ({
  name: name.trim() || 'Untitled',
  description,
  graph,
  ...rest,
})

export function useStored(id: string, editor: Editor, onRun: (runId: string) => void) {
  const queryClient = useQueryClient()
  const update = useMutation(updateWorkflowMutation(queryClient))
  const fire = useMutation(runWorkflowMutation(queryClient))
  const stop = useMutation(cancelRunMutation(queryClient))
  const [conflict, setConflict] = useState(false)
  const [refusal, setRefusal] = useState<AtriumError>()

  // A message's undo runs later than the render in which the message was created.
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  }, [editor])

  const newestVersion = () => queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 })

  /**
   * Stores the drawing again after a save elsewhere, unless both sides have changed the drawing.
   */
  async function storeAfter(rest: Rest): Promise<boolean> {
    const newest = await newestVersion()
    // This includes what the user has typed in the meantime.
    const { drawing, base } = latest.current
    switch (mergeDrawings(base, drawing, toDrawing(newest))) {
      case 'same':
        editor.adopt(newest)
        return rest.active === undefined || send(rest, drawing, newest.etag)
      case 'only mine':
        return send(toChange(drawing, rest), drawing, newest.etag)
      case 'only theirs':
        editor.adopt(newest)
        toast('Somebody else has saved since: their version is shown')
        return false
      default:
        setConflict(true)
        return false
    }
  }

  async function send(
    change: UpdateWorkflow,
    drawing: Drawing,
    etag: string | null,
  ): Promise<boolean> {
    const read = await update.mutateAsync({ id, change, etag })
    editor.stored(drawing, read.etag)
    setRefusal(undefined)
    setConflict(false)
    return true
  }

  /** Stores the drawing. Returns true if it is stored. A refusal is shown. */
  async function store(rest: Rest = {}, overwrite = false): Promise<boolean> {
    const { drawing, isDirty, etag } = latest.current
    if (!isDirty && rest.active === undefined) return true
    const change = isDirty ? toChange(drawing, rest) : rest
    try {
      return await send(change, drawing, overwrite ? null : etag).catch((error: unknown) => {
        if (error instanceof AtriumError && error.status === changedSince) return storeAfter(rest)
        throw error
      })
    } catch (error) {
      if (error instanceof AtriumError && error.status === 422) setRefusal(error)
      else toastRefusal('Not saved')(error)
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
    /** Postpones the choice between both versions to the next save. */
    closeConflict: () => setConflict(false),
    /** Replaces the user's changes with the platform's version. Undo restores the changes. */
    takeTheirs: () =>
      newestVersion().then((newest) => {
        editor.adopt(newest)
        setConflict(false)
      }, toastRefusal('Not loaded')),
    async run(): Promise<void> {
      if (!(await store())) return
      fire.mutate(
        { id, key: crypto.randomUUID() },
        {
          onSuccess: ({ runId, alreadyPending }) => {
            if (alreadyPending) toast('A run is already waiting. You see it now')
            onRun(runId)
          },
          onError: toastRefusal('Not started'),
        },
      )
    },
    cancel: (runId: string) =>
      stop.mutate({ id, runId }, { onError: toastRefusal('Not cancelled') }),
  }
}

export type Stored = ReturnType<typeof useStored>
