import { eventTypeProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { domainEvents } from '../../events/event-catalog.ts'
import { defineNode } from '../define-node.ts'

export const EventParams = z.object({
  eventType: z.string().min(1).max(200).describe('One of the catalog of event types'),
})

export const triggerEvent = defineNode({
  type: 'trigger.event',
  label: 'Event',
  description: 'Starts a run when something happens. The event’s payload is the item',
  category: 'trigger',
  keywords: [
    'when happens',
    'trigger',
    'invoice paid',
    'new lead',
    'new card',
    'post published',
    'comment',
    'start',
  ],
  params: EventParams,
  instant: true,
  check: eventTypeProblems(new Set(domainEvents.map(({ type }) => type))),
  execute: (items) => ({ outputs: { main: items } }),
})
