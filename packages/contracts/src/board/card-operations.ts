import { z } from 'zod'
import { resource } from '../core/resource.ts'
import { byId } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
import { BulkCards, BulkResult, Card, CardPage, CardPatch, CardQuery, NewCard } from './card.ts'
import { NewTimelineEntry, TimelineEntry, TimelinePage, TimelineQuery } from './timeline.ts'

const board = tagged('Board')

const etag = { ETag: 'The version of the card' }
const shown = { description: 'The card', schema: Card, headers: etag }
const card = resource({ path: '/api/tasks', tag: 'Board', access: 'org', params: byId, shown })
const ifMatch = z.object({ 'if-match': z.string().optional() })

export const listCards = card.list(CardPage, {
  id: 'listCards',
  summary: 'Cards, filtered and searched',
  description:
    '`q` searches title, body, tags and fields; every word must occur, also as the beginning of a longer one. `kind`, `status` and `tag` may be repeated: any of the kinds and statuses, all of the tags. With `q`, `total` counts up to 1,000. `dueAfter` is inclusive, `dueBefore` is not; with both of them `limit` goes up to 1,000, otherwise to 100. A page of very large cards ends early: `limit` is the number of cards that it holds.',
  query: CardQuery,
  errors: ['validation_failed', 'no_active_org'],
})

export const createCard = card.create({
  id: 'createCard',
  summary: 'Create a card',
  body: NewCard,
  errors: [
    'validation_failed',
    'invalid_transition',
    'channel_not_available',
    'asset_released',
    'unavailable',
  ],
})

export const getCard = card.get({ id: 'getCard', summary: 'One card', errors: ['not_found'] })

export const updateCard = card.update({
  id: 'updateCard',
  summary: 'Change a card',
  description: 'A merge: absent fields stay; `null` inside `fields` removes an entry.',
  headers: ifMatch,
  body: CardPatch,
  errors: [
    'validation_failed',
    'not_found',
    'invalid_transition',
    'post_locked',
    'post_rules_failed',
    'channel_not_available',
    'precondition_failed',
    'asset_released',
    'unavailable',
  ],
})

export const deleteCard = card.delete({
  id: 'deleteCard',
  summary: 'Delete a card',
  headers: ifMatch,
  errors: ['not_found', 'post_in_flight', 'precondition_failed'],
})

export const pruneCards = board.org.post('/api/tasks/prune', {
  id: 'pruneCards',
  summary: 'Delete old archived or done cards',
  description: 'Deletes the cards that have been in this status for at least so many days.',
  body: z.strictObject({
    status: z.enum(['archived', 'done']),
    olderThanDays: z.number().min(0).max(36_500),
  }),
  responses: { 200: { description: 'How many', schema: z.object({ deleted: z.number().int() }) } },
})

export const changeCardsInBulk = board.org.post('/api/tasks/bulk', {
  id: 'changeCardsInBulk',
  summary: 'Change or delete many cards',
  description:
    'Each card by the rules of its own PATCH and DELETE; a refused one is left alone and named with its `code`, and the others are changed in one transaction. An id counts once; an unknown one is `not_found`.',
  body: BulkCards,
  idempotent: true,
  responses: { 200: { description: 'The outcome of each card', schema: BulkResult } },
  errors: ['validation_failed', 'no_active_org'],
})

export const listTimeline = board.org.get('/api/tasks/{id}/timeline', {
  id: 'listTimeline',
  params: byId,
  summary: 'The timeline of a card, newest first',
  description:
    'Entries of people and agents, and the newest 200 changes of the card (`history.created`, `history.changed`, `history.moved`, `history.approved`, `history.rescheduled`, `history.posted`, `history.failed`). `kind` shows one of the two only.',
  query: TimelineQuery,
  responses: { 200: { description: 'A page of entries', schema: TimelinePage } },
  errors: ['not_found'],
})

export const addTimelineEntry = board.org.post('/api/tasks/{id}/timeline', {
  id: 'addTimelineEntry',
  params: byId,
  summary: 'Append an entry to a card’s timeline',
  body: NewTimelineEntry,
  idempotent: true,
  responses: {
    201: { description: 'The entry', schema: TimelineEntry, headers: { Location: 'Its timeline' } },
  },
  errors: ['not_found', 'asset_released'],
})

export const captureLink = board.org.post('/api/links', {
  id: 'captureLink',
  summary: 'Capture a link',
  description:
    'The same page captured again by the same person (canonical URLs are compared) answers 200 with the card there is. A new card is `enriching`, or `todo` while nothing can enrich it.',
  body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_048) }),
  idempotent: true,
  responses: {
    201: { description: 'The link card', schema: Card, headers: { ...etag, Location: 'Its address' } },
    200: {
      description: 'The card that was there',
      schema: Card,
      headers: { ...etag, Location: 'Its address' },
    },
  },
})

export const startNextAction = board.org.post('/api/tasks/{id}/next-action', {
  id: 'startNextAction',
  params: byId,
  summary: 'Let the agent propose the next action for a contact',
  idempotent: true,
  responses: { 202: { description: 'The run', schema: z.object({ runId: z.string() }) } },
  errors: ['not_found', 'not_a_contact', 'not_configured', 'unavailable'],
})

export const startProcess = board.org.post('/api/tasks/{id}/process', {
  id: 'startProcess',
  params: byId,
  summary: 'Enrich a link or a contact',
  description:
    'Moves the card to `enriching` and starts its chain, which ends it as `enriched`, or as `failed` with the reason.',
  idempotent: true,
  responses: { 202: { description: 'The run', schema: z.object({ runId: z.string() }) } },
  errors: ['not_found', 'not_enrichable', 'invalid_transition', 'not_configured', 'unavailable'],
})

export const cancelProcess = board.org.post('/api/tasks/{id}/process/cancel', {
  id: 'cancelProcess',
  params: byId,
  summary: 'Cancel the running chain of a card',
  description: 'Cancels the internal runs of the card and files it as failed.',
  responses: { 200: { description: 'The card', schema: Card, headers: etag } },
  errors: ['not_found', 'invalid_transition', 'nothing_to_cancel', 'unavailable'],
})
