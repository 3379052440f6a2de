import { z } from 'zod'
import { defineDomainEvent, defineInternalEvent } from '../core/messages.ts'

const happening = { happeningId: z.string().describe('The happening’s id.') }

export const TicketsOrdered = defineDomainEvent(
  'ticket.ordered',
  'Tickets of a happening were given out',
  {
    ...happening,
    orderId: z.string().describe('The order’s id.'),
    ticketTypeId: z.string().describe('The ticket type’s id.'),
    // Events from before an update lack it.
    title: z.string().default('').describe('The happening’s title.'),
    quantity: z.number().int().describe('The number of tickets.'),
    name: z.string().describe('The name of the person who ordered.'),
    email: z.string().describe('The email address of the person who ordered.'),
  },
)
export const TicketCheckedIn = defineDomainEvent(
  'ticket.checked_in',
  'The holder of a ticket was admitted',
  {
    ...happening,
    ticketId: z.string().describe('The ticket’s id.'),
    name: z.string().describe('The name of the person who ordered.'),
  },
)
export const WaitingListJoined = defineInternalEvent(
  'ticket.waiting_joined',
  'Somebody joined the waiting list of a happening',
  {
    ...happening,
    entryId: z.string(),
    title: z.string(),
    name: z.string(),
    email: z.string(),
  },
)
