import type { Card, EventEnvelope } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { listRecent, toHappening } from './lately.ts'

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`
let count = 0
const event = (type: string, minute: number, data: object): EventEnvelope => {
  count += 1
  return { id: `evt_${count}`, type, orgId: 'org_1', occurredAt: at(minute), data } as EventEnvelope
}
const card = (id: string, created: number, updated: number): Card => ({
  id,
  kind: 'task',
  title: id,
  body: '',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: {},
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: at(created),
  updatedAt: at(updated),
})
const toTexts = (list: ReturnType<typeof listRecent>) =>
  list.map(({ text, title }) => `${text}: ${title}`)

test('lists events first, then the cards that changed last, newest first and each record once', () => {
  const events = [
    event('task.created', 5, { taskId: 'a', kind: 'task', title: 'a' }),
    event('task.updated', 6, { taskId: 'a', kind: 'task', title: 'a' }),
    event('task.updated', 7, { taskId: 'a', kind: 'task', title: 'a, renamed' }),
    event('task.status_changed', 8, {
      taskId: 'a',
      kind: 'task',
      title: 'a, renamed',
      status: 'done',
    }),
  ]
  expect(toTexts(listRecent(events, [card('a', 5, 8), card('b', 1, 4), card('c', 3, 3)]))).toEqual([
    'Moved to Done: a, renamed',
    'Card changed: a, renamed',
    'Card created: a',
    'Card changed: b',
    'Card created: c',
  ])
})

test('lists at most twelve entries', () => {
  const cards = Array.from({ length: 20 }, (_, index) => card(`c${index}`, 1, index + 2))
  expect(listRecent([], cards)).toHaveLength(12)
})

test.each([
  ['settings.changed', {}],
  ['constructor', {}],
  ['task.status_changed', { taskId: 'p', kind: 'post', status: 'posted' }],
])('ignores %s', (type, data) => {
  expect(toHappening(event(type, 1, data))).toBeUndefined()
})

test.each([
  ['task.created', { taskId: 'a', kind: 'task' }, '/board?card=a'],
  ['task.created', { taskId: 'a', kind: 'post' }, '/posts/a'],
  ['post.posted', { taskId: 'a' }, '/posts/a'],
  ['invoice.paid', { invoiceId: 'a' }, '/invoices/a'],
  ['site.published', { siteId: 'a' }, '/sites/a'],
  [
    'workflow.run_finished',
    { workflowId: 'a', runId: 'b', status: 'completed' },
    '/workflows/a?run=b',
  ],
])('links %s to the page of its record', (type, data, href) => {
  expect(toHappening(event(type, 1, data))?.href).toBe(href)
})

test('links a channel to its page, and leaves the link out if a card was deleted', () => {
  expect(toHappening(event('task.deleted', 1, { taskId: 'a', title: 'a' }))?.href).toBeUndefined()
  expect(
    toHappening(event('channel.invalidated', 1, { channelId: 'c', name: 'Page' })),
  ).toMatchObject({
    title: 'Page',
    href: '/channels',
  })
})
