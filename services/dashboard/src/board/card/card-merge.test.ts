import type { Card, TimelineEntry } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findClashes, without } from './card-merge.ts'

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
const base: Card = {
  id: 'task_1',
  kind: 'task',
  title: 'Sail',
  body: 'Old',
  status: 'todo',
  tags: ['a'],
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
  createdAt: at(0),
  updatedAt: at(1),
}
const theirs = (change: Partial<Card>): Card => ({ ...base, ...change, updatedAt: at(5) })
const entry = (kind: string, minute: number, id: string, fields?: string[]): TimelineEntry => ({
  id: `tle_${minute}`,
  kind: `history.${kind}`,
  body: '',
  author: { type: 'user', id },
  ...(fields === undefined ? {} : { change: { fields } }),
  createdAt: at(minute),
})

test('reports a clash if both users changed a field, with the latest author of the other value', () => {
  const history = [
    entry('changed', 5, 'usr_3', ['title']),
    entry('changed', 4, 'usr_2', ['title', 'body']),
    entry('changed', 1, 'usr_4', ['title']),
  ]
  expect(
    findClashes(base, theirs({ title: 'Jib', body: 'New' }), { title: 'Main' }, history),
  ).toEqual([
    { field: 'title', mine: 'Main', theirs: 'Jib', by: { type: 'user', id: 'usr_3' }, at: at(5) },
  ])
})

test.each([
  ['another field', theirs({ body: 'New' }), { title: 'Main' }],
  ['the same value', theirs({ title: 'Main' }), { title: 'Main' }],
  ['the same tags', theirs({ tags: ['a', 'b'] }), { tags: ['a', 'b'] }],
  ['nothing', theirs({}), { title: 'Main', dueDate: null }],
])('reports no clash if the other user changed %s', (_name, card, patch) => {
  expect(findClashes(base, card, patch, [])).toEqual([])
})

test('reports clashes of status, due date and free fields separately, each with its author', () => {
  const history = [
    entry('rescheduled', 5, 'usr_2'),
    entry('moved', 4, 'usr_3'),
    entry('changed', 3, 'usr_4', ['fields']),
  ]
  const other = theirs({ status: 'done', dueDate: at(9), fields: { email: 'b@example.com' } })
  const patch = {
    status: 'doing',
    dueDate: at(8),
    fields: { email: 'c@example.com', phone: '1' },
  } as const
  const found = findClashes(base, other, patch, history)
  expect(found.map(({ field, by }) => [field, by?.id])).toEqual([
    ['status', 'usr_3'],
    ['dueDate', 'usr_2'],
    ['fields.email', 'usr_4'],
  ])
})

test('removes the fields whose other value is kept from a patch', () => {
  const patch = { title: 'Main', tags: ['b'], fields: { email: null, phone: '1' } }
  expect(without(patch, new Set(['title', 'fields.email']))).toEqual({
    tags: ['b'],
    fields: { phone: '1' },
  })
  expect(without(patch, new Set(['fields.email', 'fields.phone']))).toEqual({
    title: 'Main',
    tags: ['b'],
  })
})
