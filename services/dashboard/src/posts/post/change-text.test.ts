import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test.each([
  [{ kind: 'note', body: 'Looks good' }, 'Looks good'],
  [{ kind: 'review', body: 'Name the place' }, 'Sent back: Name the place'],
  [
    { kind: 'history.changed', body: '', change: { fields: ['body', 'dueDate'] } },
    'Changed the text, the time',
  ],
  [
    { kind: 'history.moved', body: '', change: { from: 'reviewed', to: 'draft' } },
    'Scheduled → Draft',
  ],
  [{ kind: 'history.failed', body: '', change: {} }, 'Failed'],
  [{ kind: 'history.later', body: '', change: {} }, 'history.later'],
])('describes the entry %j as a sentence', (entry, text) => {
  expect(changeText(entry)).toBe(text)
})

test('names the old and the new time when a post was moved', () => {
  const text = changeText({
    kind: 'history.rescheduled',
    body: '',
    change: { from: null, to: '2026-11-23T12:00:00.000Z' },
  })
  expect(text).toMatch(/^Moved from no date to .*2026/)
})
