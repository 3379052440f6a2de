import type { Seen } from '../seen.ts'
import type { ExampleStep } from './example-step.ts'

/** A day that is to come, the same one for a year. */
const day = `${new Date().getUTCFullYear() + 1}-06-13`

const happening = (seen: Seen) => ({ params: { id: seen.text('happening.id') } })
const visited = (seen: Seen) => ({ params: { orgSlug: seen.text('org.slug'), slug: 'open-bakery-day' } })
const type = (seen: Seen) => seen.text('happening.ticketTypes.0.id')
const held = (seen: Seen) => ({ params: { code: seen.text('order.tickets.0.code') } })
const waits = (seen: Seen) => ({ params: { code: seen.text('waitingCode.code') } })

/** A happening, the tickets of its visitors and its waiting list. */
export const ticketExamples: readonly ExampleStep[] = [
  {
    operation: 'createHappening',
    name: 'happening',
    request: () => ({
      body: {
        title: 'Open bakery day',
        startsAt: `${day}T08:00:00.000Z`,
        endsAt: `${day}T12:00:00.000Z`,
        place: '3 rue du Four, Marseille',
        description: 'See how bread is made, and taste it warm.',
        ticketTypes: [{ name: 'Tour', capacity: 2 }],
        published: true,
      },
    }),
  },
  { operation: 'listHappenings', request: () => ({ query: { q: 'bakery', limit: 10 } }) },
  { operation: 'getHappening', request: happening },
  {
    operation: 'updateHappening',
    request: (seen) => ({ ...happening(seen), body: { place: 'The bakehouse, 3 rue du Four, Marseille' } }),
  },
  {
    operation: 'listPublicHappenings',
    as: 'nobody',
    request: (seen) => ({ params: { orgSlug: seen.text('org.slug') }, query: { limit: 10 } }),
  },
  { operation: 'getPublicHappening', as: 'nobody', request: visited },
  {
    operation: 'orderTickets',
    as: 'nobody',
    name: 'order',
    request: (seen) => ({
      ...visited(seen),
      body: { ticketTypeId: type(seen), quantity: 2, name: 'First visitor', email: 'first@example.com' },
    }),
  },
  { operation: 'getHeldTicket', as: 'nobody', request: held },
  { operation: 'getTicketPicture', as: 'nobody', request: held },
  {
    operation: 'joinWaitingList',
    as: 'nobody',
    request: (seen) => ({
      ...visited(seen),
      body: { ticketTypeId: type(seen), quantity: 1, name: 'Second visitor', email: 'second@example.com' },
    }),
  },
  {
    operation: 'joinWaitingList',
    as: 'nobody',
    name: 'place',
    request: (seen) => ({
      ...visited(seen),
      body: { ticketTypeId: type(seen), quantity: 2, name: 'Third visitor', email: 'third@example.com' },
    }),
  },
  { operation: 'listWaiting', request: (seen) => ({ ...happening(seen), query: { limit: 10 } }) },
  {
    operation: 'getWaitingPerson',
    as: 'nobody',
    before: async (platform, seen) =>
      seen.keep('waitingCode', {
        code: /\/waiting\/(\w+)/.exec(await platform.mailTo('second@example.com', '/waiting/'))?.[1],
      }),
    request: waits,
  },
  { operation: 'leaveWaitingList', as: 'nobody', request: waits },
  {
    operation: 'removeWaiting',
    request: (seen) => ({ params: { ...happening(seen).params, entryId: seen.text('place.id') } }),
  },
  {
    operation: 'checkInTicket',
    request: (seen) => ({ ...happening(seen), body: { code: seen.text('order.tickets.0.code') } }),
  },
  {
    operation: 'listTickets',
    request: (seen) => ({ ...happening(seen), query: { checkedIn: 'true', limit: 10 } }),
  },
  { operation: 'exportTickets', request: happening },
  {
    operation: 'cancelTicket',
    request: (seen) => ({
      params: { ...happening(seen).params, ticketId: seen.text('order.tickets.1.id') },
    }),
  },
  { operation: 'deleteHappening', request: happening },
]
