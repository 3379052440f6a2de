import { z } from 'zod'
import { isOpen } from '../engine/index.ts'
import { domainEvents } from '../events/event-catalog.ts'
import { defineNode } from './define-node.ts'

/** The parameters of an event trigger, from which bindings are derived. */
export const EventParams = z.object({
  eventType: z.string().min(1).max(200).describe('One of the catalog of event types'),
})

const known = new Set(domainEvents.map(({ type }) => type))

export const triggerEvent = defineNode({
  type: 'trigger.event',
  label: 'Event',
  description: 'Starts a run when something happens; the event’s payload is the item',
  category: 'trigger',
  params: EventParams,
  instant: true,
  check: ({ eventType }) =>
    known.has(eventType) || isOpen(eventType)
      ? []
      : [{ code: 'invalid_params', path: 'eventType', message: 'Not one of the event types' }],
  execute: (items) => ({ outputs: { main: items } }),
})
