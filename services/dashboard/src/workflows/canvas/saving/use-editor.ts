import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../../../platform/drafts/use-draft.ts'
import type { Edit } from '../../graph/edits.ts'
import { advance, createHistory, type History, redo, undo } from '../../graph/history.ts'
import type { ReadWorkflow } from '../../workflow-queries.ts'
import { type Drawing, isSameDrawing, toDrawing } from './drawing.ts'
import { rebaseHistory } from './rebase-history.ts'

interface Draft {
  readonly etag: string | null
  readonly base?: Drawing
  readonly drawing: Drawing
}

interface State {
  readonly history: History<Drawing>
  readonly saved: Drawing
  /**
   * The drawing and the version at the start of the edits. A restored draft may start from an older
   * version than the saved one.
   */
  readonly base: Drawing | undefined
  readonly etag: string | null
}

function opened(read: ReadWorkflow, draft: Draft | undefined): State {
  const saved = toDrawing(read)
  const history = createHistory(saved)
  if (draft === undefined) return { history, saved, base: saved, etag: read.etag }
  const { drawing, base, etag } = draft
  return { history: advance(history, drawing, { kind: undefined, at: 0 }), saved, base, etag }
}

const stateWith = (history: History<Drawing>, etag: string | null): State => ({
  history,
  saved: history.present,
  base: history.present,
  etag,
})

/** Returns the state with a newer version from the platform as the drawing. */
function withVersion(state: State, read: ReadWorkflow): State {
  const theirs = toDrawing(read)
  // Only the workflow's status has changed, or the response contains the user's own drawing.
  if (isSameDrawing(theirs, state.history.present)) {
    return stateWith(state.history, read.etag)
  }
  const history = rebaseHistory(state.history, { base: state.base, theirs, present: theirs })
  return stateWith(history, read.etag)
}

/**
 * Holds a workflow while it is edited: its history, and the unsaved state as the draft with this
 * name.
 */
export function useEditor(read: ReadWorkflow, draft: string) {
  const [left, keep] = useDraft<Draft>(draft)
  const [state, setState] = useState(() => opened(read, left))
  const { history, saved, base, etag } = state
  const isDirty = history.present !== saved
  // If the drawing has no changes, a newer version replaces it.
  const [seen, setSeen] = useState(read)
  const [adopted, setAdopted] = useState<string | null>()
  if (seen !== read) {
    setSeen(read)
    if (!isDirty && read.etag !== etag) {
      setState(withVersion(state, read))
      if (!isSameDrawing(toDrawing(read), history.present)) setAdopted(read.etag)
    }
  }
  // If this window has no changes, it leaves another window's draft alone.
  const keeps = useRef(left !== undefined)
  useEffect(() => {
    if (!isDirty && !keeps.current) return
    keeps.current = isDirty
    keep(
      isDirty
        ? { etag, ...(base === undefined ? {} : { base }), drawing: history.present }
        : undefined,
    )
  }, [history, isDirty, base, etag, keep])
  const draw = useCallback((change: (drawing: Drawing) => Drawing, kind?: string) => {
    const step = { kind, at: Date.now() }
    setState((old) => ({
      ...old,
      history: advance(old.history, change(old.history.present), step),
    }))
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
    base,
    isDirty,
    etag,
    /** The last version that replaced the drawing because it was saved elsewhere. */
    adopted,
    wasRestored: left !== undefined,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    draw,
    edit,
    undo: useCallback(() => setState((old) => ({ ...old, history: undo(old.history) })), []),
    redo: useCallback(() => setState((old) => ({ ...old, history: redo(old.history) })), []),
    stored: useCallback(
      (drawing: Drawing, version: string | null) =>
        setState((old) => ({ ...old, saved: drawing, base: drawing, etag: version })),
      [],
    ),
    /**
     * Shows the drawing merged with the platform's version and bases the drawing and its history on
     * that version. `ownParts` are the parts where the user chose the own value.
     */
    rebase: useCallback((merged: Drawing, newest: ReadWorkflow, ownParts: ReadonlySet<string>) => {
      const theirs = toDrawing(newest)
      setState(({ history, base }) => ({
        history: rebaseHistory(history, { base, theirs, present: merged, ownParts }),
        saved: theirs,
        base: theirs,
        etag: newest.etag,
      }))
    }, []),
    /** Shows the platform's version. Undo takes back only the user's own changes. */
    adopt: useCallback((newest: ReadWorkflow) => setState((old) => withVersion(old, newest)), []),
    /** Shows the version that the user has just restored. Undo shows the drawing from before. */
    restore: useCallback(
      (newest: ReadWorkflow, before: Drawing) =>
        setState(({ history }) => {
          const restored = toDrawing(newest)
          if (isSameDrawing(restored, before)) return stateWith(history, newest.etag)
          // The page may have read the version already, without a step from the drawing before.
          const isShown = isSameDrawing(restored, history.present)
          const from = isShown ? { ...history, present: before } : history
          return stateWith(advance(from, restored, { kind: undefined, at: 0 }), newest.etag)
        }),
      [],
    ),
  }
}

export type Editor = ReturnType<typeof useEditor>
