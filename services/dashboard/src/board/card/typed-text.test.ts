import type { Card } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { toPatch } from './typed-text.ts'

const card: Card = {
  id: 'task_1',
  kind: 'contact',
  title: 'Sail',
  body: 'Old',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: { email: 'a@example.com' },
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('builds a patch from typed text, and removes a field if it was emptied', () => {
  expect(
    toPatch(card, { title: ' Jib ', body: '', fields: { email: ' ', phone: '1', web: '' } }),
  ).toEqual({
    title: 'Jib',
    body: '',
    fields: { email: null, phone: '1' },
  })
})

test.each([
  [{}],
  [{ title: ' Sail ' }],
  [{ title: '   ' }],
  [{ body: 'Old', fields: { email: 'a@example.com ' } }],
])('returns an empty patch if the typed text is %j', (text) => {
  expect(toPatch(card, text)).toEqual({})
})
