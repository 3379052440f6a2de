import type { Happening } from '@atrium/contracts'
import { expect, test } from 'vitest'
import {
  emptyType,
  happeningProblems,
  toHappeningBody,
  toHappeningDraft,
} from './happening-draft.ts'

const euros = { currency: 'EUR', timeZone: 'Europe/Paris' }
const yen = { currency: 'JPY', timeZone: 'Asia/Tokyo' }

const happening: Happening = {
  id: 'hap_1',
  slug: 'open-day',
  title: 'Open day',
  place: 'Harbour',
  description: '',
  pictureUrl: null,
  published: true,
  startsAt: '2027-05-01T16:00:00.000Z',
  endsAt: null,
  timeZone: 'Europe/Berlin',
  createdAt: '',
  updatedAt: '',
  ticketTypes: [
    {
      id: 'tty_1',
      name: 'Entry',
      capacity: 40,
      held: 0,
      sold: 12,
      priceCents: 500,
      currency: 'USD',
      offerId: null,
    },
  ],
}

test('converts a happening to a draft and back without changes', () => {
  const { title, startsAt, endsAt, timeZone, place, description, pictureUrl, slug } = happening
  expect(toHappeningBody(toHappeningDraft(happening), euros)).toEqual({
    title,
    startsAt,
    endsAt,
    timeZone,
    place,
    description,
    pictureUrl,
    slug,
    ticketTypes: [
      { id: 'tty_1', name: 'Entry', capacity: 40, priceCents: 500, currency: 'USD', offerId: null },
    ],
  })
  expect(happeningProblems(toHappeningDraft(happening), euros)).toEqual({})
})

test('reports a problem at each missing or invalid field', () => {
  const draft = { ...toHappeningDraft(), types: [emptyType()], slug: 'Not A Slug' }
  expect(happeningProblems(draft, euros)).toEqual({
    title: 'Enter a title',
    startsAt: 'A day and a time',
    slug: 'Use lower-case letters, digits and single hyphens',
    'ticketTypes.0.name': 'Enter a name',
    'ticketTypes.0.capacity': '0 to 1,000,000',
  })
})

test('rejects an end before the start and a capacity below the tickets sold', () => {
  const draft = toHappeningDraft(happening)
  const [type] = draft.types
  const types = type === undefined ? [] : [{ ...type, capacity: '11' }]
  expect(happeningProblems({ ...draft, types, endsAt: '2027-04-30T10:00' }, euros)).toEqual({
    endsAt: 'Choose an end after the start',
    'ticketTypes.0.capacity': '12 are sold',
  })
})

test("reads a price in its ticket type's currency, or in the organisation's if it has none, and treats an empty price as free", () => {
  const toType = (price: string, currency: string | null) => {
    const types = [{ ...emptyType('Entry'), capacity: '10', price, currency }]
    return toHappeningBody({ ...toHappeningDraft(), types }, yen).ticketTypes?.[0]
  }
  expect(toType('12,50', 'EUR')).toMatchObject({ priceCents: 1_250, currency: 'EUR' })
  expect(toType('1250', null)).toMatchObject({ priceCents: 1_250, currency: 'JPY' })
  expect(toType(' ', null)).toMatchObject({ priceCents: 0, currency: 'JPY' })
  for (const price of ['ten', '-1', '12.5']) {
    const types = [{ ...emptyType('Entry'), capacity: '10', price }]
    const draft = { ...toHappeningDraft(happening), types }
    expect(happeningProblems(draft, yen)).toEqual({
      'ticketTypes.0.priceCents': 'An amount, such as 12.50',
    })
  }
})

test("reads times in the organisation's zone when a new happening names no zone", () => {
  const draft = { ...toHappeningDraft(), startsAt: '2027-05-01T18:00' }
  expect(toHappeningBody(draft, yen)).toMatchObject({
    startsAt: '2027-05-01T09:00:00.000Z',
    timeZone: 'Asia/Tokyo',
  })
  expect(toHappeningBody({ ...draft, timeZone: 'Europe/Berlin' }, yen)).toMatchObject({
    startsAt: '2027-05-01T16:00:00.000Z',
    timeZone: 'Europe/Berlin',
  })
})

test("uses the product's price when a ticket type has a product", () => {
  const types = [{ ...emptyType('Entry'), capacity: '10', price: 'ten', offerId: 'off_1' }]
  const draft = { ...toHappeningDraft(happening), types }
  expect(toHappeningBody(draft, euros).ticketTypes).toMatchObject([
    { priceCents: 0, offerId: 'off_1' },
  ])
  expect(happeningProblems(draft, euros)).toEqual({})
})
