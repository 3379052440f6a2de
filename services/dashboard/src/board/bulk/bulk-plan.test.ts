import type { Card } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { applied, planSteps, reverseSteps } from './bulk-plan.ts'

const card = (id: string, change: Partial<Card> = {}): Card => ({
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
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
})

test('splits a bulk change into requests of 100 cards', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `c${index}`)
  const steps = planSteps({ ids, set: { status: 'done' } })
  expect(steps.map((step) => step.ids.length)).toEqual([100, 100, 50])
  expect(steps.flatMap((step) => step.ids)).toEqual(ids)
})

test('restores every card when a change is undone', () => {
  const cards = [
    card('a', { tags: ['x'] }),
    card('b', {
      status: 'doing',
      tags: ['y'],
      dueDate: '2026-02-01T00:00:00.000Z',
      dueOn: '2026-02-01',
    }),
    card('c', { status: 'archived', tags: ['new'] }),
  ]
  const set = { status: 'archived', addTags: ['new'], removeTags: ['x'], dueDate: null } as const
  const changed = new Map(
    cards.map((one) => [
      one.id,
      applied(one, { ...set, addTags: [...set.addTags], removeTags: [...set.removeTags] }),
    ]),
  )
  for (const step of reverseSteps(cards, {
    ...set,
    addTags: [...set.addTags],
    removeTags: [...set.removeTags],
  })) {
    for (const id of step.ids) {
      const now = changed.get(id)
      if (now !== undefined) changed.set(id, applied(now, step.set))
    }
  }
  expect([...changed.values()]).toEqual(cards)
})

test('sends one request for cards that need the same undo, and none if a card is unchanged', () => {
  const cards = [
    card('a'),
    card('b'),
    card('c', { status: 'doing' }),
    card('d', { status: 'done' }),
  ]
  expect(reverseSteps(cards, { status: 'done' })).toEqual([
    { ids: ['a', 'b'], set: { status: 'todo' } },
    { ids: ['c'], set: { status: 'doing' } },
  ])
})

test('restores an enriched card as open, because only an enrichment sets that status', () => {
  const links = [card('a', { kind: 'link', status: 'enriched' })]
  expect(reverseSteps(links, { status: 'archived' })).toEqual([
    { ids: ['a'], set: { status: 'todo' } },
  ])
})
