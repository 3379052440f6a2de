import { z } from 'zod'
import { eventStream, tagged } from '../core/tagged.ts'

export const streamEvents = tagged('Platform').org.get('streamEvents', '/api/events', {
  sdk: null,
  summary: 'The events of the active organisation as they happen (server-sent events)',
  description:
    'A message has the id and the type of its event; its data is `{ id, type, orgId, occurredAt, data }`. Events of one ' +
    'member’s own records go to that member alone. `Last-Event-ID` continues after that event, five minutes back at ' +
    'most; a `resync` message states that events are missing and that the reader has to load its data again. A comment ' +
    'every 15 seconds keeps the connection open. The stream ends at once when the session, the key or the membership ' +
    'ends, or when the role or the scopes become narrower. A caller has at most 20 streams.',
  headers: z.object({
    'last-event-id': z.string().optional().describe('The id of the last event that was received.'),
  }),
  responses: eventStream,
})
