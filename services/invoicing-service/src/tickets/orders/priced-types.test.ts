import { expect, test } from 'vitest'
import { toRefusal } from '../../../test/harness.ts'
import { paidTicketsSuite } from '../../../test/paid-tickets.ts'
import { newAddress, order } from '../../../test/tickets.ts'

const { harness, anOffer, onSale, toSession } = await paidTicketsSuite()

test('gives an address at most ten tickets of an event when unpaid ones are included', async () => {
  const selling = await onSale(100)
  const email = newAddress()
  expect((await order(harness, selling, { email, quantity: 8 })).status).toBe(201)
  expect(toRefusal(await order(harness, selling, { email, quantity: 3 }))).toEqual([
    409,
    'too_many_tickets',
  ])
  expect(toRefusal(await order(harness, selling, { email, quantity: 11 }))).toEqual([
    400,
    'validation_failed',
  ])
})

test('takes the price of the offer when the ticket type or the offer has another one', async () => {
  const selling = await onSale(10, { priceCents: 1, currency: 'USD' })
  const stored = await selling.call('GET', `/api/happenings/${selling.id}`)
  expect(stored.body['ticketTypes']).toMatchObject([
    { priceCents: 1_250, currency: 'EUR', offerId: selling.offerId },
  ])
  await selling.call('PATCH', `/api/offers/${selling.offerId}`, { priceCents: 2_000 })
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ priceCents: 2_000 }])
  expect(toSession(selling, await order(harness, selling)).amount_total).toBe(2_000)
})

test('refuses orders and keeps the type when its offer is archived', async () => {
  const selling = await onSale()
  await selling.call('POST', `/api/offers/${selling.offerId}/archive`)
  expect(toRefusal(await order(harness, selling))).toEqual([409, 'priced_ticket'])
  const shown = await harness.request(selling.path, {})
  expect(shown.body['ticketTypes']).toMatchObject([{ priceCents: 1_250, orderable: false }])
  const types = [{ id: selling.typeId, name: 'Trip', capacity: 10, offerId: selling.offerId }]
  const changed = await selling.call('PATCH', `/api/happenings/${selling.id}`, {
    ticketTypes: types,
  })
  expect(changed.body['ticketTypes']).toMatchObject([{ name: 'Trip', priceCents: 1_250 }])
  const again = { name: 'New', capacity: 1, offerId: selling.offerId }
  const refused = await selling.call('PATCH', `/api/happenings/${selling.id}`, {
    ticketTypes: [again],
  })
  expect(toRefusal(refused)).toEqual([422, 'offer_invalid'])
})

test('refuses an offer of another organisation and one without a one-time price', async () => {
  const { call } = await harness.seller()
  const stranger = await harness.seller()
  const create = (offerId: string) =>
    call('POST', '/api/happenings', {
      title: 'Party',
      startsAt: '2031-05-03T14:00:00.000Z',
      ticketTypes: [{ name: 'Entry', capacity: 1, offerId }],
    })
  expect(toRefusal(await create(await anOffer(stranger.call)))).toEqual([404, 'not_found'])
  expect(toRefusal(await create('off_none'))).toEqual([404, 'not_found'])
  const monthly = await anOffer(call, {
    slug: 'monthly',
    billingModel: 'recurring',
    interval: 'month',
  })
  const refused = await create(monthly)
  expect(toRefusal(refused)).toEqual([422, 'offer_invalid'])
  expect(refused.body['errors']).toMatchObject([{ path: 'ticketTypes.0.offerId' }])
  expect(toRefusal(await create(await anOffer(call, { slug: 'free', priceCents: 0 })))).toEqual([
    422,
    'offer_invalid',
  ])
})

test('has no waiting list when the ticket is paid', async () => {
  const selling = await onSale(0)
  const body = JSON.stringify({
    ticketTypeId: selling.typeId,
    quantity: 1,
    name: 'Ben',
    email: newAddress(),
  })
  const answer = await harness.request(`${selling.path}/waiting-list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(toRefusal(answer)).toEqual([409, 'priced_ticket'])
})
