import { undo } from '@codemirror/commands'
import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { chipExtensions } from './chip-state.ts'
import { createTextState, replaceText } from './text-state.ts'

function openText(text: string) {
  let state: EditorState = createTextState(text, chipExtensions)
  return {
    get state() {
      return state
    },
    dispatch(change: Transaction | TransactionSpec) {
      state = change instanceof Transaction ? change.state : state.update(change).state
    },
    read: () => state.doc.toString(),
  }
}

test('places the caret at the end when a text is opened or replaced', () => {
  const text = openText('Dear\r\nAda')
  expect(text.state.selection.main.head).toBe('Dear\r\nAda'.length)
  replaceText(text, 'Hello')
  expect(text.state.selection.main.head).toBe('Hello'.length)
})

test('undoes only what was typed after the page replaced the text', () => {
  const text = openText('Thanks')
  text.dispatch({ changes: { from: 6, insert: ' a lot' }, userEvent: 'input.type' })
  replaceText(text, 'Thanks')
  expect(undo(text)).toBe(false)
  expect(text.read()).toBe('Thanks')
  text.dispatch({ changes: { from: 6, insert: '!' }, userEvent: 'input.type' })
  expect(undo(text)).toBe(true)
  expect(text.read()).toBe('Thanks')
})
