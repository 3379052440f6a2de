import type { Card, WorkflowItem } from '@atrium/contracts'

/** The keys of a card as an item, which `read_tasks` emits. */
export const cardKeys = [
  'title',
  'tags',
  'rawContent',
  'taskId',
  'kind',
  'status',
  'dueDate',
  'dueAllDay',
  'dueOn',
  'destination',
  'fields',
] as const

/** A card as an item: its id is the item's identity, and its fields cannot shadow the keys. */
export const cardItem = (card: Card): WorkflowItem => ({
  externalId: card.id,
  source: { scheme: 'board' },
  json: {
    ...card.fields,
    title: card.title,
    tags: card.tags,
    rawContent: card.body,
    taskId: card.id,
    kind: card.kind,
    status: card.status,
    dueDate: card.dueDate,
    dueAllDay: card.dueAllDay,
    dueOn: card.dueOn,
    destination: card.destination,
    fields: card.fields,
  },
})
