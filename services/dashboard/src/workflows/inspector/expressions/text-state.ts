import { history } from '@codemirror/commands'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'

/** Marks the page's own change, so it is not reported as typed. */
export const fromPage = Annotation.define<boolean>()
const undoing = new Compartment()

/** Creates the state of a text field. A field is inserted at the end until the caret is placed. */
export const createTextState = (text: string, extensions: Extension): EditorState =>
  EditorState.create({
    doc: text,
    selection: { anchor: text.length },
    extensions: [undoing.of(history()), extensions],
  })

interface TextView {
  readonly state: EditorState
  dispatch(change: TransactionSpec): void
}

/** Replaces the text, for example after an undo on the canvas. */
export function replaceText(view: TextView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: text.length },
    annotations: [fromPage.of(true), Transaction.addToHistory.of(false)],
    // The earlier changes belong to the replaced text. Undoing them would mix both texts.
    effects: undoing.reconfigure([]),
  })
  view.dispatch({ effects: undoing.reconfigure(history()) })
}
