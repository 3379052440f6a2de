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
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('typed text becomes the change that it makes; an emptied field is removed', () => {
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
])('%j changes nothing', (text) => {
  expect(toPatch(card, text)).toEqual({})
})
