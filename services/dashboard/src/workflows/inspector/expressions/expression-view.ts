import { historyKeymap, standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { styleNonce } from '../../../platform/page-facts.ts'
import { chipExtensions, fieldFinder, readChips } from './chip-state.ts'
import type { FieldFinder } from './chips.ts'
import { createTextState, fromPage } from './text-state.ts'

/** What a view shows. It changes while the view is open. */
export interface ViewSettings {
  /** Undefined shows the code instead of the chips. */
  readonly findField: FieldFinder | undefined
  readonly isLocked: boolean
  readonly placeholder: string | undefined
  /** The attributes of the element with the text, for example its label's id. */
  readonly attributes: Readonly<Record<string, string>>
}

const settings = new Compartment()

const readSettings = (given: ViewSettings) => [
  fieldFinder.of(given.findField),
  EditorView.editable.of(!given.isLocked),
  EditorState.readOnly.of(given.isLocked),
  EditorView.contentAttributes.of(given.attributes),
  given.placeholder === undefined ? [] : placeholder(given.placeholder),
]

interface OpenedView extends ViewSettings {
  readonly value: string
  /** The view handles these keys before the usual keys of a text field. */
  readonly keys: readonly KeyBinding[]
}

interface Listeners {
  onChange(text: string): void
  onSelect(view: EditorView, isTyped: boolean): void
  onChip(view: EditorView): void
  onBlur(): void
}

/** Opens a text editor that shows expressions as chips. Its text is always the code. */
export function openExpressionView(
  parent: HTMLElement,
  given: OpenedView,
  listeners: Listeners,
): EditorView {
  const chooseChip = (event: MouseEvent, view: EditorView): boolean => {
    const chip = event.target instanceof Element ? event.target.closest('[data-chip]') : null
    if (chip === null) return false
    const at = view.posAtDOM(chip)
    const found = readChips(view.state).find(({ from }) => from === at)
    if (found === undefined) return false
    event.preventDefault()
    view.focus()
    view.dispatch({ selection: { anchor: found.from, head: found.to } })
    listeners.onChip(view)
    return true
  }
  return new EditorView({
    parent,
    state: createTextState(given.value, [
      EditorView.cspNonce.of(styleNonce),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      keymap.of([...given.keys, ...historyKeymap, ...standardKeymap]),
      settings.of(readSettings(given)),
      chipExtensions,
      EditorView.domEventHandlers({ mousedown: chooseChip }),
      EditorView.updateListener.of((update) => {
        const isTyped =
          update.docChanged &&
          update.transactions.every((each) => each.annotation(fromPage) !== true)
        if (isTyped) listeners.onChange(update.state.doc.toString())
        if (update.docChanged || update.selectionSet) listeners.onSelect(update.view, isTyped)
        if (update.focusChanged && !update.view.hasFocus) listeners.onBlur()
      }),
    ]),
  })
}

export const changeSettings = (view: EditorView, given: ViewSettings): void =>
  view.dispatch({ effects: settings.reconfigure(readSettings(given)) })

/** Writes a text over a range as if it was typed, and places the caret behind it. */
export const writeText = (
  view: EditorView,
  { from, to }: { readonly from: number; readonly to: number },
  text: string,
): void =>
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
