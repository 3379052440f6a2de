import type { WorkflowGraph } from '@atrium/contracts'
import { useCallback, useEffect, useState } from 'react'
import { useDraft } from '../../platform/use-draft.ts'
import type { Edit } from '../graph/edits.ts'
import { advance, type History, historyOf, redo, undo } from '../graph/history.ts'
import type { ReadWorkflow } from '../workflow-queries.ts'

/** Everything of a workflow that its page edits, and undo goes back through. */
export interface Drawing {
  readonly name: string
  readonly description: string | null
  readonly graph: WorkflowGraph
}

interface Draft {
  readonly etag: string | null
  readonly drawing: Drawing
}

const drawingOf = ({ workflow: { name, description, graph } }: ReadWorkflow): Drawing => ({
  ...{ name, description, graph },
})

interface State {
  readonly history: History<Drawing>
  /** The drawing as the platform has it, in the version that it was read or saved in. */
  readonly saved: Drawing
  readonly etag: string | null
}

function opened(read: ReadWorkflow, draft: Draft | undefined): State {
  const saved = drawingOf(read)
  const history = historyOf(saved)
  if (draft === undefined) return { history, saved, etag: read.etag }
  // The version that the draft began with: a change since then is a conflict.
  const step = { kind: undefined, at: 0 }
  return { history: advance(history, draft.drawing, step), saved, etag: draft.etag }
}

/** A workflow while it is edited: its steps, and what is not saved yet as a draft of this browser. */
export function useEditor(read: ReadWorkflow) {
  const [left, keep] = useDraft<Draft>(`workflow.${read.workflow.id}`)
  const [state, setState] = useState(() => opened(read, left))
  const { history, saved, etag } = state
  const isDirty = history.present !== saved
  // A newer version takes the place of a drawing without changes.
  const [seen, setSeen] = useState(read)
  if (seen !== read) {
    setSeen(read)
    if (!isDirty && read.etag !== etag) setState(opened(read, undefined))
  }
  useEffect(() => {
    keep(isDirty ? { etag, drawing: history.present } : undefined)
  }, [history, isDirty, etag, keep])
  const draw = useCallback((change: (drawing: Drawing) => Drawing, kind?: string) => {
    const step = { kind, at: Date.now() }
    setState((old) => ({ ...old, history: advance(old.history, change(old.history.present), step) }))
  }, [])
  const edit = useCallback(
    (change: Edit, kind?: string) =>
      draw((drawing) => {
        const graph = change(drawing.graph)
        return graph === drawing.graph ? drawing : { ...drawing, graph }
      }, kind),
    [draw],
  )
  return {
    drawing: history.present,
    isDirty,
    etag,
    wasRestored: left !== undefined,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    draw,
    edit,
    undo: useCallback(() => setState((old) => ({ ...old, history: undo(old.history) })), []),
    redo: useCallback(() => setState((old) => ({ ...old, history: redo(old.history) })), []),
    /** Notes the version in which a drawing was stored. */
    stored: useCallback(
      (drawing: Drawing, version: string | null) =>
        setState((old) => ({ ...old, saved: drawing, etag: version })),
      [],
    ),
    /** Leaves what is not saved for the version that the platform has. */
    discard: useCallback((newest: ReadWorkflow) => setState(opened(newest, undefined)), []),
  }
}

export type Editor = ReturnType<typeof useEditor>
