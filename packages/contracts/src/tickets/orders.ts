import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { named, Timestamp, visible } from '../core/schemas.ts'
import { created, noContent, ok, tagged } from '../core/tagged.ts'
import { DocumentLanguage } from '../invoicing/parties/document-language.ts'
import { publicHappening } from './public-happenings.ts'

const visitors = tagged('Tickets').public

export const mostTicketsOfOrder = 10

export const OrderTickets = z.strictObject({
  ticketTypeId: z.string().min(1).max(100).describe('The ticket type’s id.'),
  quantity: z
    .number()
    .int()
    .min(1)
    .max(mostTicketsOfOrder)
    .describe('The number of tickets, 1 to 10.'),
  name: z.string().trim().max(200).regex(visible, 'Enter a name').describe('The user’s name.'),
  email: EmailAddress.describe('The email address that the tickets go to.'),
})
export type OrderTickets = z.output<typeof OrderTickets>

export const mostTicketsOfAddress = 10

export const ConfirmedOrder = named('ConfirmedOrder', {
  id: z.string().describe('The order’s id.'),
  status: z.literal('confirmed').describe('`confirmed`: the tickets are issued.'),
  tickets: z
    .array(
      z.object({
        id: z.string().describe('The ticket’s id.'),
        code: z.string().describe('The secret code that admits one person.'),
      }),
    )
    .describe('The tickets, one for each person.'),
})
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>

/** An order with held seats until the visitor opens the mailed link, or until it expires. */
export const PendingOrder = named('PendingOrder', {
  id: z.string().describe('The order’s id.'),
  status: z
    .literal('pending')
    .describe('`pending`: the seats are held until the link in the mail is opened.'),
  expiresAt: Timestamp.describe('When the held seats are released.'),
})
export type PendingOrder = z.infer<typeof PendingOrder>

/** An order with held seats until the visitor pays on the processor's page, or until it expires. */
export const UnpaidOrder = named('UnpaidOrder', {
  id: z.string().describe('The order’s id.'),
  checkoutUrl: z.string().describe('The payment processor’s page where the visitor pays.'),
  expiresAt: Timestamp.describe('When the order can no longer be paid.'),
})
export type UnpaidOrder = z.infer<typeof UnpaidOrder>

export const TicketOrder = z
  .union([ConfirmedOrder, PendingOrder, UnpaidOrder])
  .meta({ id: 'TicketOrder' })
export type TicketOrder = z.infer<typeof TicketOrder>

const happening = visitors.at('/api/public/happenings/{orgSlug}/{slug}', publicHappening)

export const orderTickets = happening.post('orderTickets', '/orders', {
  sdk: 'publicHappenings.order',
  summary: 'Order tickets by email',
  description:
    'An order gets all of its tickets or none, and never more than the capacity. An order for more than 2 tickets, or a second order from the same address within an hour, is `pending`. Its seats are held for 15 minutes, until the link in the email is opened. An address gets at most 10 tickets for a happening. An order for a ticket with an offer has a `checkoutUrl`. Its seats are held until the visitor has paid there, and then the tickets are issued. A ticket with a price but no offer is refused with `priced_ticket`.',
  idempotent: true,
  body: OrderTickets,
  responses: created('The order', TicketOrder, { Location: 'The happening' }),
  errors: [
    'sold_out',
    'priced_ticket',
    'happening_over',
    'too_many_tickets',
    'not_configured',
    'charges_not_enabled',
    'account_mismatch',
    'processor_refused',
  ],
  example: {
    params: { orgSlug: '{org.slug}', slug: 'open-bakery-day' },
    body: {
      ticketTypeId: '{createHappening.ticketTypes.2.id}',
      quantity: 2,
      name: 'Paying visitor',
      email: 'paying@example.com',
    },
  },
})

export const confirmOrder = visitors.post('confirmOrder', '/api/public/orders/{id}/confirm', {
  sdk: 'publicHappenings.confirmOrder',
  summary: 'Confirm an order with the token from its email',
  description: 'The tickets are issued and mailed. Confirming again returns the same order.',
  params: z.object({ id: z.string().describe('The record’s id.') }),
  body: z.strictObject({
    token: z.string().min(1).max(200).describe('The token of the link in the mail.'),
  }),
  responses: ok('The order', ConfirmedOrder),
  example: { params: { id: '{largeOrder.id}' }, body: { token: '{confirmation.token}' } },
})

/** A position in a ticket type's waiting list. `position` starts at 1. */
export const WaitingPlace = named('WaitingPlace', {
  id: z.string().describe('The id of the waiting list entry.'),
  position: z.number().int().describe('The position in the waiting list. The first is 1.'),
})
export type WaitingPlace = z.infer<typeof WaitingPlace>

export const joinWaitingList = happening.post('joinWaitingList', '/waiting-list', {
  sdk: 'publicHappenings.wait',
  summary: 'Join the waiting list for a sold-out ticket type',
  description:
    'When tickets become free, they go to the list in order and are mailed. The first entry that they are enough for comes first. An address waits once per type, and a repeated request returns its position. Every email has a link to leave the list.',
  idempotent: true,
  body: OrderTickets,
  responses: created('The position', WaitingPlace, { Location: 'The happening' }),
  errors: ['not_sold_out', 'priced_ticket', 'happening_over', 'too_many_tickets'],
  example: {
    params: { orgSlug: '{org.slug}', slug: 'open-bakery-day' },
    body: {
      ticketTypeId: '{createHappening.ticketTypes.0.id}',
      quantity: 1,
      name: 'Second visitor',
      email: 'second@example.com',
    },
  },
})

const ofHappening = {
  title: z.string().describe('The happening’s title.'),
  startsAt: Timestamp.describe('When it starts.'),
  endsAt: Timestamp.nullable().describe('When it ends. Null if the end is open.'),
  place: z.string().describe('Where it takes place, in words. May be empty.'),
  language: DocumentLanguage.describe(
    'The organisation’s language, for the platform’s texts on the page.',
  ),
  timeZone: z.string().describe('The venue’s time zone. Pages and mails show times in it.'),
}

/** A waiting list position as the waiting visitor sees it. */
export const WaitingPerson = named('WaitingPerson', {
  name: z.string().describe('The user’s name.'),
  ticketType: z.string().describe('The ticket type’s name.'),
  quantity: z.number().int().describe('The number of tickets that the person waits for.'),
  position: z.number().int().describe('The position in the waiting list. The first is 1.'),
  ...ofHappening,
})
export type WaitingPerson = z.infer<typeof WaitingPerson>

const byWaitingCode = z.object({
  code: z.string().describe('The code of the ticket or waiting list entry.'),
})

const waiting = visitors.at('/api/public/waiting-list/{code}', byWaitingCode)

export const getWaitingPerson = waiting.get('getWaitingPerson', '', {
  sdk: 'publicHappenings.waiting',
  summary: 'A position in a waiting list, by the code from its email',
  responses: ok('The position', WaitingPerson),
  example: { params: { code: '{waitingCode.code}' } },
})

export const leaveWaitingList = waiting.delete('leaveWaitingList', '', {
  sdk: 'publicHappenings.leave',
  summary: 'Leave a waiting list, by the code from its email',
  responses: noContent('The address no longer waits'),
  example: { params: { code: '{waitingCode.code}' } },
})

export const HeldTicket = named('HeldTicket', {
  code: z.string().describe('The secret code that admits one person.'),
  name: z.string().describe('The name of the person who ordered.'),
  ticketType: z.string().describe('The ticket type’s name.'),
  checkedInAt: Timestamp.nullable().describe('When the holder was admitted. Null until then.'),
  ...ofHappening,
})

const byCode = z.object({
  code: z.string().describe('The code of the ticket or waiting list entry.'),
})

const ticket = visitors.at('/api/public/tickets/{code}', byCode)

export const getHeldTicket = ticket.get('getHeldTicket', '', {
  sdk: 'publicHappenings.ticket',
  summary: 'A ticket by its code, for its holder',
  responses: ok('The ticket', HeldTicket),
  example: { params: { code: '{order.tickets.0.code}' } },
})

export const getTicketPicture = ticket.get('getTicketPicture', '/picture', {
  sdk: 'publicHappenings.ticketPicture',
  summary: 'A ticket’s code as a QR picture',
  responses: { 200: { description: 'The picture', content: { 'image/svg+xml': z.string() } } },
  example: { params: { code: '{order.tickets.0.code}' } },
})
