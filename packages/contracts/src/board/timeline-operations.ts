import { byId } from '../core/schemas.ts'
import { created, ok, tagged } from '../core/tagged.ts'
import { NewTimelineEntry, TimelineEntry, TimelinePage, TimelineQuery } from './timeline.ts'

const board = tagged('Board')

export const listTimeline = board.org.get('listTimeline', '/api/tasks/{id}/timeline', {
  params: byId,
  summary: 'The timeline of a card, newest first',
  description:
    'Entries of people and agents, and the newest 200 changes of the card (`history.created`, `history.changed`, `history.moved`, `history.approved`, `history.rescheduled`, `history.posted`, `history.failed`). `kind` shows one of the two only.',
  query: TimelineQuery,
  responses: ok('A page of entries', TimelinePage),
})

export const addTimelineEntry = board.org.post('addTimelineEntry', '/api/tasks/{id}/timeline', {
  params: byId,
  summary: 'Append an entry to a card’s timeline',
  body: NewTimelineEntry,
  idempotent: true,
  responses: created('The entry', TimelineEntry, { Location: 'Its timeline' }),
  errors: ['asset_released'],
})
