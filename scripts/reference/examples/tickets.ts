import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from, one } from './example-step.ts'
import { submitAtProcessor } from './money-states.ts'

/** A future day. It stays the same for a year. */
const day = `${new Date().getUTCFullYear() + 1}-06-13`

const happening = one('happening')
const visited = { params: { orgSlug: from('org.slug'), slug: 'open-bakery-day' } }
const ticketTypeId = from('happening.ticketTypes.0.id')

/** Opens the organisation's payments account, and adds the offer for paid workshop tickets. */
async function openTicketSales(platform: ExamplePlatform, seen: Seen): Promise<void> {
  const client = platform.client('owner')
  await submitAtProcessor(platform, (await client.payments.onboard()).url, { outcome: 'enable' })
  const body = { name: 'Baking workshop', priceCents: 3_500, billingModel: 'one_off' } as const
  seen.keep('workshop', await client.offers.create({ body }))
}
const held = { params: { code: from('order.tickets.0.code') } }
const waits = { params: { code: from('waitingCode.code') } }

/** A happening, its visitors' tickets and its waiting list. */
export const ticketExamples: readonly ExampleStep[] = [
  {
    operation: 'createHappening',
    name: 'happening',
    before: openTicketSales,
    body: {
      title: 'Open bakery day',
      startsAt: `${day}T08:00:00.000Z`,
      endsAt: `${day}T12:00:00.000Z`,
      place: '3 rue du Four, Marseille',
      description: 'See how bread is made, and taste it warm.',
      ticketTypes: [
        { name: 'Tour', capacity: 2 },
        { name: 'Tasting', capacity: 20 },
        { name: 'Workshop', capacity: 8, offerId: from('workshop.id') },
      ],
      published: true,
    },
  },
  { operation: 'listHappenings', query: { q: 'bakery', limit: 10 } },
  { operation: 'getHappening', ...happening },
  {
    operation: 'updateHappening',
    ...happening,
    body: { place: 'The bakehouse, 3 rue du Four, Marseille' },
  },
  {
    operation: 'listPublicHappenings',
    as: 'nobody',
    params: { orgSlug: from('org.slug') },
    query: { limit: 10 },
  },
  { operation: 'getPublicHappening', as: 'nobody', ...visited },
  // The paid order is the recorded one, because the response to a free order looks like
  // `confirmOrder`.
  {
    operation: 'orderTickets',
    as: 'nobody',
    ...visited,
    body: {
      ticketTypeId: from('happening.ticketTypes.2.id'),
      quantity: 2,
      name: 'Paying visitor',
      email: 'paying@example.com',
    },
  },
  {
    operation: 'orderTickets',
    as: 'nobody',
    name: 'order',
    ...visited,
    body: { ticketTypeId, quantity: 2, name: 'First visitor', email: 'first@example.com' },
  },
  {
    operation: 'orderTickets',
    as: 'nobody',
    name: 'largeOrder',
    ...visited,
    body: {
      ticketTypeId: from('happening.ticketTypes.1.id'),
      quantity: 4,
      name: 'Large family',
      email: 'family@example.com',
    },
  },
  {
    operation: 'confirmOrder',
    as: 'nobody',
    before: async (platform, seen) =>
      seen.keep('confirmation', {
        token: /token=([\w-]+)/.exec(await platform.mailTo('family@example.com', '/order/'))?.[1],
      }),
    params: { id: from('largeOrder.id') },
    body: { token: from('confirmation.token') },
  },
  { operation: 'getHeldTicket', as: 'nobody', ...held },
  { operation: 'getTicketPicture', as: 'nobody', ...held },
  {
    operation: 'joinWaitingList',
    as: 'nobody',
    ...visited,
    body: { ticketTypeId, quantity: 1, name: 'Second visitor', email: 'second@example.com' },
  },
  {
    operation: 'joinWaitingList',
    as: 'nobody',
    name: 'place',
    ...visited,
    body: { ticketTypeId, quantity: 2, name: 'Third visitor', email: 'third@example.com' },
  },
  { operation: 'listWaiting', ...happening, query: { limit: 10 } },
  {
    operation: 'getWaitingPerson',
    as: 'nobody',
    before: async (platform, seen) =>
      seen.keep('waitingCode', {
        code: /\/waiting\/(\w+)/.exec(
          await platform.mailTo('second@example.com', '/waiting/'),
        )?.[1],
      }),
    ...waits,
  },
  { operation: 'leaveWaitingList', as: 'nobody', ...waits },
  { operation: 'removeWaiting', params: { ...happening.params, entryId: from('place.id') } },
  { operation: 'checkInTicket', ...happening, body: { code: from('order.tickets.0.code') } },
  { operation: 'listTickets', ...happening, query: { checkedIn: 'true', limit: 10 } },
  { operation: 'exportTickets', ...happening },
  {
    operation: 'cancelTicket',
    params: { ...happening.params, ticketId: from('order.tickets.1.id') },
  },
  { operation: 'deleteHappening', ...happening },
]
