import { z } from 'zod'
import { defineDomainEvent } from '../core/messages.ts'

const happening = { happeningId: z.string().describe('The happening') }

export const TicketsOrdered = defineDomainEvent(
  'ticket.ordered',
  'Tickets of a happening were given out',
  {
    ...happening,
    orderId: z.string().describe('The order'),
    ticketTypeId: z.string().describe('The ticket type'),
    quantity: z.number().int().describe('The number of tickets'),
    name: z.string().describe('The name on the order'),
    email: z.string().describe('The address of the order'),
  },
)
export const TicketCheckedIn = defineDomainEvent(
  'ticket.checked_in',
  'The holder of a ticket was admitted',
  {
    ...happening,
    ticketId: z.string().describe('The ticket'),
    name: z.string().describe('The name on the order'),
  },
)
