import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test.each([
  ['created', { to: 'todo' }, 'created it'],
  ['moved', { from: 'todo', to: 'posted_by_hand' }, 'moved it from To do to Posted by you'],
  ['changed', { fields: ['title', 'dueDate', 'fields'] }, 'changed title, due date, details'],
  ['rescheduled', { from: null, to: null }, 'removed the due date'],
  ['posted', { from: 'handed_off', to: 'posted_by_hand' }, 'posted it'],
  ['failed', { from: 'doing', to: 'failed' }, 'marked it as failed'],
  ['later kind', {}, 'The text of the platform'],
])('describes a change of the kind %s', (kind, change, text) => {
  expect(changeText({ kind: `history.${kind}`, body: 'The text of the platform', change })).toBe(
    text,
  )
})
