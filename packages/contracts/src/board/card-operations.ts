import { etag, ifMatch } from '../core/headers.ts'
import { byId } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
import { Card, CardPatch, NewCard } from './card.ts'
import { CardPage, CardQuery } from './card-query.ts'

const card = tagged('Board').org.resource('/api/tasks', byId, 'The card', Card, etag)

export const listCards = card.list('listCards', CardPage, {
  sdk: 'cards.list',
  summary: 'Cards, filtered and searched',
  description:
    '`q` searches title, body, tags and fields. Every word must occur, at least as the beginning of a longer word. Repeat `kind` or `status` to match any of them, and `tag` to match all of them. With `q`, `total` counts up to 1,000. `dueAfter` is inclusive, and `dueBefore` is exclusive. If both are set, `limit` can be up to 1,000 instead of 100. `postedAfter` and `postedBefore` do the same for the time when a post was published. A page with very large cards ends early, and its `limit` is then the number of its cards.',
  query: CardQuery,
  example: {
    query: { kind: 'task', status: 'todo', tag: 'supplies', sortBy: 'dueDate', limit: 10 },
  },
})

export const createCard = card.create('createCard', {
  sdk: 'cards.create',
  summary: 'Create a card',
  body: NewCard,
  errors: ['not_found', 'invalid_transition', 'channel_not_available', 'asset_released'],
  example: {
    body: {
      kind: 'task',
      title: 'Order flour for the Easter market',
      body: 'Two pallets of type 550. The mill needs two weeks.',
      tags: ['supplies'],
      dueDate: '2026-03-16T08:00:00.000Z',
    },
  },
})

export const getCard = card.get('getCard', { sdk: 'cards.get', summary: 'One card' })

export const updateCard = card.update('updateCard', {
  sdk: 'cards.update',
  summary: 'Change a card',
  description: 'Absent fields stay. `null` inside `fields` removes an entry.',
  headers: ifMatch,
  body: CardPatch,
  errors: [
    'invalid_transition',
    'post_locked',
    'post_rules_failed',
    'channel_not_available',
    'precondition_failed',
    'asset_released',
  ],
  example: { body: { status: 'doing', tags: ['supplies', 'market'] } },
})

export const deleteCard = card.delete('deleteCard', {
  sdk: 'cards.delete',
  summary: 'Delete a card',
  headers: ifMatch,
  errors: ['post_in_flight', 'precondition_failed'],
  example: { params: { id: '{contact.id}' } },
})
