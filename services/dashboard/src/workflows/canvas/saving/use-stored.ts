import type { UpdateWorkflow } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../../ui/feedback/toast-refusal.ts'
import { useAuthorLabel } from '../../../ui/text/use-author-label.ts'
import { cancelRunMutation, runWorkflowMutation } from '../../runs/run-queries.ts'
import { newestVersionQuery } from '../../versions/version-queries.ts'
import { type ReadWorkflow, updateWorkflowMutation, workflowQuery } from '../../workflow-queries.ts'
import { describeSave } from './describe-clash.ts'
import { type Drawing, isSameDrawing, toDrawing } from './drawing.ts'
import { type DrawingClash, mergeDrawings } from './merge-drawings.ts'
import type { Editor } from './use-editor.ts'

const changedSince = 412

type Rest = Pick<UpdateWorkflow, 'active'>

/** Another save since the edits began, and the parts changed by both. */
export interface SaveConflict {
  readonly clashes: readonly DrawingClash[]
  readonly newest: ReadWorkflow
  /** Who saved it, for example "You" for a save in another window. */
  readonly by: string
  readonly rest: Rest
}

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
  const [conflict, setConflict] = useState<SaveConflict>()
  const labelAuthor = useAuthorLabel()
  const [refusal, setRefusal] = useState<AtriumError>()

  // A message's undo runs later than the render in which the message was created.
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  }, [editor])

  // The versions requested by this window. The user does not need a notice about them.
  const asked = useRef(new Set<string | null>())

  async function newestVersion(): Promise<ReadWorkflow> {
    const newest = await queryClient.fetchQuery({ ...workflowQuery(id), staleTime: 0 })
    asked.current.add(newest.etag)
    return newest
  }

  /** Names the newest version's author. Renaming a workflow makes no version. */
  async function findAuthor(): Promise<string> {
    const { items } = await queryClient.fetchQuery({ ...newestVersionQuery(id), staleTime: 0 })
    const [version] = items
    if (version === undefined) return 'Somebody else'
    return labelAuthor({ type: 'user', id: version.authorId })
  }

  /**
   * Stores the drawing again after a save elsewhere, with the changes of both. If both changed the
   * same part, the user chooses.
   */
  async function storeAfter(rest: Rest): Promise<boolean> {
    const [newest, by] = await Promise.all([
      newestVersion(),
      findAuthor().catch(() => 'Somebody else'),
    ])
    // This includes what the user has typed in the meantime.
    const { drawing, base } = latest.current
    const theirs = toDrawing(newest)
    if (isSameDrawing(drawing, theirs)) {
      editor.adopt(newest)
      return rest.active === undefined || send(rest, drawing, newest.etag)
    }
    if (base !== undefined && isSameDrawing(base, drawing)) {
      editor.adopt(newest)
      toast(`${describeSave(by)}. You see that version now`)
      return false
    }
    const { clashes, resolve } = mergeDrawings(base, drawing, theirs)
    if (clashes.length > 0) {
      setConflict({ clashes, newest, by, rest })
      return false
    }
    // Only the workflow's status has changed elsewhere.
    if (base !== undefined && isSameDrawing(base, theirs)) {
      return send(toChange(drawing, rest), drawing, newest.etag)
    }
    await sendMerged(resolve(new Set()), newest, rest, new Set())
    toast(`${describeSave(by)}. Your changes were added to it`)
    return true
  }

  /** Stores the user's changes with the choices between both sides. */
  async function resolveConflict(theirs: ReadonlySet<string>): Promise<void> {
    if (conflict === undefined) return
    const { newest, rest, clashes } = conflict
    const ownParts = clashes.map(({ field }) => field).filter((field) => !theirs.has(field))
    const { drawing, base } = latest.current
    const merged = mergeDrawings(base, drawing, toDrawing(newest)).resolve(theirs)
    setConflict(undefined)
    await attempt(rest, () => sendMerged(merged, newest, rest, new Set(ownParts)))
  }

  async function sendMerged(
    merged: Drawing,
    newest: ReadWorkflow,
    rest: Rest,
    ownParts: ReadonlySet<string>,
  ): Promise<boolean> {
    editor.rebase(merged, newest, ownParts)
    if (rest.active === undefined && isSameDrawing(merged, toDrawing(newest))) {
      editor.stored(merged, newest.etag)
      return true
    }
    return send(toChange(merged, rest), merged, newest.etag)
  }

  async function send(
    change: UpdateWorkflow,
    drawing: Drawing,
    etag: string | null,
  ): Promise<boolean> {
    const read = await update.mutateAsync({ id, change, etag })
    editor.stored(drawing, read.etag)
    setRefusal(undefined)
    return true
  }

  /** Returns true if the request stored the drawing. A refusal is shown. */
  async function attempt(rest: Rest, request: () => Promise<boolean>): Promise<boolean> {
    try {
      return await request().catch((error: unknown) => {
        if (error instanceof AtriumError && error.status === changedSince) return storeAfter(rest)
        throw error
      })
    } catch (error) {
      if (error instanceof AtriumError && error.status === 422) setRefusal(error)
      else toastRefusal('Not saved')(error)
      return false
    }
  }

  /** Stores the drawing. Returns true if it is stored. */
  async function store(rest: Rest = {}): Promise<boolean> {
    const { drawing, isDirty, etag } = latest.current
    if (!isDirty && rest.active === undefined) return true
    return attempt(rest, () => send(isDirty ? toChange(drawing, rest) : rest, drawing, etag))
  }

  return {
    store,
    findAuthor,
    /** True if the version was saved elsewhere and this window did not ask for it. */
    isNews: (etag: string | null): boolean =>
      !asked.current.has(etag) && queryClient.isMutating() === 0,
    refusal,
    conflict,
    isStoring: update.isPending,
    isStarting: fire.isPending,
    closeRefusal: () => setRefusal(undefined),
    /** Postpones the choice between both versions to the next save. */
    closeConflict: () => setConflict(undefined),
    resolveConflict,
    /** Replaces the user's changes with the platform's version. Undo restores the changes. */
    takeTheirs: () =>
      newestVersion().then(
        (newest) => editor.restore(newest, editor.drawing),
        toastRefusal('Not loaded'),
      ),
    /** Starts a run. Returns true if it has started. A refusal is shown. */
    async run(input?: Record<string, unknown>): Promise<boolean> {
      if (!(await store())) return false
      const sample = input === undefined ? {} : { input }
      try {
        const fired = await fire.mutateAsync({ id, key: crypto.randomUUID(), ...sample })
        if (fired.alreadyPending) toast('A run is already waiting. You see it now')
        onRun(fired.runId)
        return true
      } catch (error) {
        toastRefusal('Not started')(error)
        return false
      }
    },
    cancel: (runId: string) =>
      stop.mutate({ id, runId }, { onError: toastRefusal('Not cancelled') }),
  }
}

export type Stored = ReturnType<typeof useStored>
