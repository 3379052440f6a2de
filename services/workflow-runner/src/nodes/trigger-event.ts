import { z } from 'zod'
import { defineNode } from './define-node.ts'

/** The parameters of an event trigger, which bindings are derived from too. */
export const EventParams = z.object({
  eventType: z.string().min(1).max(200).describe('One of the catalog of event types'),
})

export const triggerEvent = defineNode({
  type: 'trigger.event',
  label: 'Event',
  description: 'Starts a run when something happens; the event’s payload is the item',
  category: 'trigger',
  mode: 'deterministic',
  outputs: ['main'],
  params: EventParams,
  emits: [],
  skillable: false,
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
