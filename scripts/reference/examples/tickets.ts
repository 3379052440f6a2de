import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from } from './example-step.ts'
import { submitAtProcessor } from './money-states.ts'

const visited = { params: { orgSlug: from('org.slug'), slug: 'open-bakery-day' } }
const ticketTypeId = from('createHappening.ticketTypes.0.id')

/** Opens the organisation's payments account, and adds the offer for paid workshop tickets. */
async function openTicketSales(platform: ExamplePlatform, seen: Seen): Promise<void> {
  const client = platform.client('owner')
  await submitAtProcessor(platform, (await client.payments.onboard()).url, { outcome: 'enable' })
  const body = { name: 'Baking workshop', priceCents: 3_500, billingModel: 'one_off' } as const
  seen.keep('workshop', await client.offers.create({ body }))
}

/** A happening, its visitors' tickets and its waiting list. */
export const ticketExamples: readonly ExampleStep[] = [
  {
    operation: 'createHappening',
    before: openTicketSales,
  },
  { operation: 'listHappenings' },
  { operation: 'getHappening' },
  { operation: 'updateHappening' },
  { operation: 'listPublicHappenings' },
  { operation: 'getPublicHappening' },
  { operation: 'getHappeningCalendar' },
  // The paid order is the recorded one, because the response to a free order looks like
  // `confirmOrder`.
  { operation: 'orderTickets' },
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
      ticketTypeId: from('createHappening.ticketTypes.1.id'),
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
  },
  { operation: 'getHeldTicket' },
  { operation: 'getTicketPicture' },
  { operation: 'joinWaitingList' },
  {
    operation: 'joinWaitingList',
    as: 'nobody',
    name: 'place',
    ...visited,
    body: { ticketTypeId, quantity: 2, name: 'Third visitor', email: 'third@example.com' },
  },
  { operation: 'listWaiting' },
  {
    operation: 'getWaitingPerson',
    as: 'nobody',
    before: async (platform, seen) =>
      seen.keep('waitingCode', {
        code: /\/waiting\/(\w+)/.exec(
          await platform.mailTo('second@example.com', '/waiting/'),
        )?.[1],
      }),
  },
  { operation: 'leaveWaitingList' },
  { operation: 'removeWaiting' },
  { operation: 'checkInTicket' },
  { operation: 'listTickets' },
  { operation: 'exportTickets' },
  { operation: 'cancelTicket' },
  { operation: 'deleteHappening' },
]
