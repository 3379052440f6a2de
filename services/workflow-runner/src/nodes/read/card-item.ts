import type { Card, WorkflowItem } from '@atrium/contracts'

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

/**
 * Converts a card to an item with the card id as identity. Custom fields cannot shadow the standard
 * keys.
 */
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
