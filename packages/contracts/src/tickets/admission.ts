import { z } from 'zod'
import { CsvSeparator } from '../core/csv-separator.ts'
import { byId, named, pageQuery, RecordId, Timestamp } from '../core/schemas.ts'
import { file, noContent, ok, page, tagged } from '../core/tagged.ts'

const tickets = tagged('Tickets')

export const Ticket = named('Ticket', {
  id: RecordId,
  code: z.string().describe('The secret code that admits one person.'),
  happeningId: z.string().describe('The happening’s id.'),
  orderId: z.string().describe('The order’s id.'),
  ticketTypeId: z.string().describe('The ticket type’s id.'),
  ticketType: z.string().describe('The ticket type’s name.'),
  name: z.string().describe('The name of the person who ordered.'),
  email: z.string().describe('The email address of the person who ordered.'),
  checkedInAt: Timestamp.nullable().describe('When the holder was admitted. Null until then.'),
  createdAt: Timestamp.describe('When the ticket was issued.'),
})
export type Ticket = z.infer<typeof Ticket>

const happening = tickets.org.at('/api/happenings/{id}', byId)

export const checkInTicket = happening.post('checkInTicket', '/check-in', {
  sdk: 'happenings.checkIn',
  summary: 'Admit the holder of a ticket, once',
  description: 'Case, spaces and hyphens in the code are ignored.',
  body: z.strictObject({
    code: z
      .string()
      .min(1)
      .max(200)
      .describe('The ticket’s code. Case, spaces and hyphens are ignored.'),
  }),
  responses: ok('The ticket', Ticket),
  errors: ['already_checked_in'],
  example: { body: { code: '{order.tickets.0.code}' } },
})

const filters = {
  q: z.string().max(200).optional().describe('The text to search for.'),
  checkedIn: z
    .enum(['true', 'false'])
    .optional()
    .describe('Returns only tickets that are checked in, or only those that are not.'),
  ticketTypeId: z.string().optional().describe('Returns only tickets of this type.'),
}

export const listTickets = happening.get('listTickets', '/tickets', {
  sdk: 'happenings.tickets',
  summary: 'The tickets of a happening, newest first. `q` searches name, email address and code',
  query: z.object({ ...filters, ...pageQuery }),
  responses: page(Ticket),
  example: { query: { checkedIn: 'true', limit: 10 } },
})

export const exportTickets = happening.get('exportTickets', '/tickets.csv', {
  sdk: 'happenings.exportTickets',
  summary: 'The tickets of a happening as CSV, oldest first',
  query: z.object({
    separator: CsvSeparator.optional().describe(
      'The character between cells. By default a comma, or a semicolon if the organisation’s locale uses decimal commas.',
    ),
  }),
  responses: file('The tickets', 'text/csv'),
})

export const getDoorList = happening.get('getDoorList', '/door-list', {
  sdk: 'happenings.doorList',
  summary: 'The guests of a happening as a page to print, in the order of their names',
  responses: {
    200: { description: 'The page', content: { 'text/html': z.string() } },
  },
})

export const cancelTicket = tickets.admin.delete(
  'cancelTicket',
  '/api/happenings/{id}/tickets/{ticketId}',
  {
    sdk: 'happenings.cancelTicket',
    summary: 'Cancel a ticket. Its place goes to the waiting list or becomes free',
    params: z.object({
      id: z.string().describe('The record’s id.'),
      ticketId: z.string().describe('The ticket’s id.'),
    }),
    responses: noContent('Cancelled'),
    errors: ['already_checked_in'],
    example: { params: { ticketId: '{order.tickets.1.id}' } },
  },
)

export const WaitingEntry = named('WaitingEntry', {
  id: RecordId,
  ticketTypeId: z.string().describe('The ticket type’s id.'),
  quantity: z.number().int().describe('The number of tickets that the person waits for.'),
  name: z.string().describe('The user’s name.'),
  email: z.string().describe('The email address that the tickets go to.'),
  createdAt: Timestamp.describe('When the person joined the waiting list.'),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

export const listWaiting = happening.get('listWaiting', '/waiting-list', {
  sdk: 'happenings.waitingList',
  summary: 'The waiting list of a happening, in order',
  query: z.object(pageQuery),
  responses: page(WaitingEntry),
  example: { query: { limit: 10 } },
})

export const removeWaiting = tickets.admin.delete(
  'removeWaiting',
  '/api/happenings/{id}/waiting-list/{entryId}',
  {
    sdk: 'happenings.removeWaiting',
    summary: 'Remove an entry from the waiting list',
    params: z.object({
      id: z.string().describe('The record’s id.'),
      entryId: z.string().describe('The entry’s id.'),
    }),
    responses: noContent('Removed'),
    example: { params: { entryId: '{place.id}' } },
  },
)
