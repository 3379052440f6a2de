import { defineErrors } from './app-error.ts'

export const happeningErrors = defineErrors({
  not_found: { not_found: 'Event not found' },
  conflict: {
    slug_taken: 'Another event has this web address. Choose another title or web address.',
    capacity_below_sold:
      'More tickets of this type are already sold or reserved. Enter a larger number.',
    ticket_type_sold:
      'Tickets of this type are already sold or reserved, so the type cannot be removed',
    happening_over: 'The event has ended',
    sold_out: 'Not enough tickets are left. Order fewer or join the waiting list.',
    too_many_tickets: 'Each address can get at most 10 tickets for an event',
    not_sold_out: 'Tickets are still available. Order them instead.',
    priced_ticket: 'Tickets with a price are not sold here. Please contact the organiser.',
  },
  unprocessable: {
    ends_before_start: 'The event cannot end before it starts. Choose a later end.',
  },
})

export const ticketErrors = defineErrors({
  not_found: { not_found: 'Ticket not found' },
  conflict: { already_checked_in: 'This ticket was already used' },
})
