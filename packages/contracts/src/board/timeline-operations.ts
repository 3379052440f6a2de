import { byId } from '../core/schemas.ts'
import { created, ok, tagged } from '../core/tagged.ts'
import { NewTimelineEntry, TimelineEntry, TimelinePage, TimelineQuery } from './timeline.ts'

const card = tagged('Board').org.at('/api/tasks/{id}', byId)

export const listTimeline = card.get('listTimeline', '/timeline', {
  sdk: 'cards.timeline',
  summary: 'The timeline of a card, newest first',
  description:
    'Entries by users and agents, and the newest 200 changes of the card (`history.created`, `history.changed`, `history.moved`, `history.approved`, `history.rescheduled`, `history.posted`, `history.failed`). `kind` returns only one of the two.',
  query: TimelineQuery,
  responses: ok('A page of entries', TimelinePage),
  example: { query: { limit: 10 } },
})

export const addTimelineEntry = card.post('addTimelineEntry', '/timeline', {
  sdk: 'cards.addToTimeline',
  summary: 'Append an entry to a card’s timeline',
  body: NewTimelineEntry,
  idempotent: true,
  responses: created('The entry', TimelineEntry, { Location: 'Its timeline' }),
  errors: ['asset_released'],
  example: { body: { kind: 'note', body: 'The mill confirms the delivery for Friday.' } },
})
