import { z } from 'zod'
import { CsvSeparator } from '../core/csv-separator.ts'
import { byId, named, pageQuery, Timestamp } from '../core/schemas.ts'
import { file, noContent, ok, page, tagged } from '../core/tagged.ts'

const tickets = tagged('Tickets')

export const Ticket = named('Ticket', {
  id: z.string(),
  code: z.string(),
  happeningId: z.string(),
  orderId: z.string(),
  ticketTypeId: z.string(),
  ticketType: z.string(),
  name: z.string(),
  email: z.string(),
  checkedInAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type Ticket = z.infer<typeof Ticket>

const happening = tickets.org.at('/api/happenings/{id}', byId)

export const checkInTicket = happening.post('checkInTicket', '/check-in', {
  sdk: 'happenings.checkIn',
  summary: 'Admit the holder of a ticket, once',
  description: 'Letters of either case, blanks and hyphens in the code do not matter.',
  body: z.strictObject({ code: z.string().min(1).max(200) }),
  responses: ok('The ticket', Ticket),
  errors: ['already_checked_in'],
})

const filters = {
  q: z.string().max(200).optional(),
  checkedIn: z.enum(['true', 'false']).optional(),
  ticketTypeId: z.string().optional(),
}

export const listTickets = happening.get('listTickets', '/tickets', {
  sdk: 'happenings.tickets',
  summary: 'The tickets of a happening, newest first; `q` searches name, address and code',
  query: z.object({ ...filters, ...pageQuery }),
  responses: page(Ticket),
})

export const exportTickets = happening.get('exportTickets', '/tickets.csv', {
  sdk: 'happenings.exportTickets',
  summary: 'The tickets of a happening as CSV, oldest first',
  query: z.object({ separator: CsvSeparator.optional() }),
  responses: file('The table', 'text/csv'),
})

export const cancelTicket = tickets.admin.delete(
  'cancelTicket',
  '/api/happenings/{id}/tickets/{ticketId}',
  {
    sdk: 'happenings.cancelTicket',
    summary: 'Cancel a ticket; its place goes to the waiting list or is free again',
    params: z.object({ id: z.string(), ticketId: z.string() }),
    responses: noContent('Cancelled'),
    errors: ['already_checked_in'],
  },
)

export const WaitingEntry = named('WaitingEntry', {
  id: z.string(),
  ticketTypeId: z.string(),
  quantity: z.number().int(),
  name: z.string(),
  email: z.string(),
  createdAt: Timestamp,
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

export const listWaiting = happening.get('listWaiting', '/waiting-list', {
  sdk: 'happenings.waitingList',
  summary: 'The waiting list of a happening, in its order',
  query: z.object(pageQuery),
  responses: page(WaitingEntry),
})

export const removeWaiting = tickets.admin.delete(
  'removeWaiting',
  '/api/happenings/{id}/waiting-list/{entryId}',
  {
    sdk: 'happenings.removeWaiting',
    summary: 'Remove an entry of the waiting list',
    params: z.object({ id: z.string(), entryId: z.string() }),
    responses: noContent('Removed'),
  },
)
