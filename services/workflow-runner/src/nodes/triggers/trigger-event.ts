import { eventTypeProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { domainEvents } from '../../events/event-catalog.ts'
import { defineNode } from '../define-node.ts'

export const EventParams = z.object({
  eventType: z.string().min(1).max(200).describe('What the workflow waits for'),
})

export const triggerEvent = defineNode({
  type: 'trigger.event',
  label: 'Event',
  description: 'Starts a run when something happens, for example when an invoice is paid',
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
