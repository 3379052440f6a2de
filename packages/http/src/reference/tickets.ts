import { type ReferenceTable, under } from './table.ts'

const timeZone = 'The time zone of the event, in which pages and mails show its times'
const happening = {
  slug: 'The last part of the public address, once in the organisation',
  title: 'The name that visitors read',
  endsAt: 'The moment at which it ends; null for an open end',
  timeZone,
  description: 'The text that visitors read, of at most 10,000 characters',
  pictureUrl:
    'The address of the picture that visitors see, such as that of a public file of the organisation; null for none',
}
const published = 'Whether visitors see it and can order'
const type = {
  name: 'The name that visitors read',
  capacity: 'The most tickets of the type that are given out',
  priceCents: 'The price of one ticket, in minor units; 0 is free',
  currency: 'The currency of the price in ISO 4217',
}
const shownType = {
  ...type,
  id: 'The id of the type',
  sold: 'The number of issued tickets',
  held: 'The number of tickets of orders that are neither confirmed nor paid',
}
const offerId =
  'The id of the one-off offer that visitors pay; its price replaces `priceCents` and `currency`'
const written = {
  ...happening,
  ticketTypes: 'The types of tickets, at most 50',
  ...under('ticketTypes', {
    ...type,
    id: 'The id of a known type that is changed; without one the type is new',
    priceCents: `${type.priceCents}, the default`,
    currency: `${type.currency}; \`EUR\` by default`,
    offerId: `${offerId}; null by default`,
  }),
  published,
}
const shownHappening = {
  title: 'The name of the happening',
  endsAt: 'The moment at which it ends; null for an open end',
  language: 'The language of the organisation, for the words of the page',
  timeZone,
}
const ticketType = 'The name of the ticket type'
const checkedInAt = 'The moment at which the holder was admitted; null before'
const code = 'The secret that admits one person'
const order = {
  quantity: 'The number of tickets, 1 to 10',
  name: 'The name of the person',
  email: 'The mail address that the tickets go to',
}
const waiting = {
  quantity: 'The number of tickets that the person waits for',
  name: 'The name of the person',
}
const position = 'The place in the list, counted from 1'

const publicType = {
  ...shownType,
  available: 'The number that can be ordered now; 0 while free ones go to the waiting list',
  orderable: 'Whether visitors can order it: it is free, or can be paid online',
}

const publicHappening = {
  ...happening,
  open: 'Whether it is not over, so that tickets are given out',
  language: shownHappening.language,
  ticketTypes: 'The types of tickets, in their order',
}

/** Happenings, tickets and waiting lists. */
export const tickets: ReferenceTable = {
  Happening: { ...happening, ticketTypes: 'The types of tickets, in their order', published },
  TicketType: { ...shownType, offerId: `${offerId}; null for none` },
  PublicTicketType: publicType,
  PublicHappening: publicHappening,
  OrganisedHappening: {
    ...publicHappening,
    organiser: 'The organisation that invites to it',
    'organiser.name': 'The name of the organisation',
    'organiser.logoUrl': 'The picture of the organisation; null for none',
  },
  Ticket: {
    code,
    happeningId: 'The id of the happening',
    orderId: 'The id of the order',
    ticketType,
    name: 'The name of the person who ordered',
    email: 'The mail address of the person who ordered',
    checkedInAt,
    createdAt: 'The moment at which the ticket was given out',
  },
  HeldTicket: {
    ...shownHappening,
    code,
    name: 'The name of the person who ordered',
    ticketType,
    checkedInAt,
  },
  WaitingPerson: { ...shownHappening, ...waiting, ticketType, position },
  WaitingPlace: { id: 'The id of the entry in the waiting list', position },
  WaitingEntry: {
    ...waiting,
    email: 'The mail address that the tickets go to',
    createdAt: 'The moment from which the person waits',
  },
  ConfirmedOrder: {
    id: 'The id of the order',
    status: '`confirmed`: the tickets are issued',
    tickets: 'The tickets, one for each person',
    'tickets.id': 'The id of the ticket',
    'tickets.code': code,
  },
  PendingOrder: {
    id: 'The id of the order',
    status: '`pending`: the seats are held until the link in the mail is opened',
    expiresAt: 'The moment at which the seats are free again',
  },
  UnpaidOrder: {
    id: 'The id of the order',
    checkoutUrl: 'The page of the payment processor on which the visitor pays',
    expiresAt: 'The moment until which the order can be paid',
  },

  createHappening: {
    ...written,
    slug: `${happening.slug}; made from the title by default`,
    timeZone: `${timeZone}; that of the organisation by default`,
    published: `${published}; \`false\` by default`,
  },
  updateHappening: {
    ...written,
    ticketTypes: 'The types that replace those before, at most 50; a type with tickets has to stay',
  },
  checkInTicket: { code: 'The code of the ticket; case, blanks and hyphens do not matter' },
  orderTickets: order,
  joinWaitingList: order,
  confirmOrder: { token: 'The token of the link in the mail' },
}
