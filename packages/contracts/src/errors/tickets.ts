import { defineErrors } from './app-error.ts'

export const happeningErrors = defineErrors({
  not_found: { not_found: 'Happening not found' },
  conflict: {
    slug_taken: 'Another happening has this slug, which is made of the title unless it is given',
    capacity_below_sold: 'More tickets of this type are sold or held than that',
    ticket_type_sold: 'Tickets of this type are sold or held; it cannot be removed',
    happening_over: 'The happening is over',
    sold_out: 'Not enough tickets are left',
    too_many_tickets: 'An address gets at most 10 tickets of a happening',
    not_sold_out: 'Tickets are left: order them',
    priced_ticket: 'Tickets with a price are not sold here',
  },
  unprocessable: { ends_before_start: 'A happening cannot end before it starts' },
})

export const ticketErrors = defineErrors({
  not_found: { not_found: 'No such ticket' },
  conflict: { already_checked_in: 'The ticket was used already' },
})
