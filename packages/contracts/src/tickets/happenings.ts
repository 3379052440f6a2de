import { z } from 'zod'
import { ifMatch } from '../core/headers.ts'
import {
  byId,
  CreatedAt,
  Moment,
  named,
  pageQuery,
  pageSchema,
  RecordId,
  Slug,
  Timestamp,
  UpdatedAt,
  visible,
  WebUrl,
} from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
import { ChosenTimeZone } from '../identity/settings.ts'
import { Currency } from '../invoicing/money/money.ts'

const Line = (longest: number) => z.string().trim().max(longest).regex(visible, 'Enter a text')

export const shownType = {
  id: z.string().describe('The ticket type’s id.'),
  name: z.string().describe('The name that visitors read.'),
  capacity: z.number().int().describe('The maximum number of tickets of this type.'),
  sold: z.number().int().describe('The number of issued tickets.'),
  held: z
    .number()
    .int()
    .describe('The number of tickets in orders that are not yet confirmed or paid.'),
  priceCents: z.number().int().describe('The price of one ticket in minor units. 0 is free.'),
  currency: z.string().describe('The price’s ISO 4217 currency code.'),
}

/**
 * A happening's ticket type. `sold` counts issued tickets. `held` counts tickets in orders that are
 * neither confirmed nor paid.
 */
export const TicketType = named('TicketType', {
  ...shownType,
  offerId: z
    .string()
    .nullable()
    .describe(
      'The one-off offer that visitors pay. Its price replaces `priceCents` and `currency`. Null if there is none.',
    ),
})
export type TicketType = z.infer<typeof TicketType>

export const happeningFields = {
  id: RecordId,
  slug: z.string().describe('The last part of the public URL, unique in the organisation.'),
  title: z.string().describe('The name that visitors read.'),
  startsAt: Timestamp.describe('When it starts.'),
  endsAt: Timestamp.nullable().describe('When it ends. Null if the end is open.'),
  timeZone: z
    .string()
    .describe(
      'The venue’s time zone. Pages and mails show times in it. It stays if the organisation chooses another zone.',
    ),
  place: z.string().describe('Where it takes place, in words. May be empty.'),
  description: z.string().describe('The text that visitors read, at most 10,000 characters.'),
  pictureUrl: WebUrl.nullable().describe(
    'The URL of the picture that visitors see. Pages show it only if it is a file of the platform. Null without a picture.',
  ),
}

export const Happening = named('Happening', {
  ...happeningFields,
  ticketTypes: z.array(TicketType).describe('The ticket types, in order.'),
  published: z.boolean().describe('True if visitors see it and can order tickets.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Happening = z.infer<typeof Happening>

const typeFields = {
  name: Line(100).describe('The name that visitors read.'),
  capacity: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .describe('The maximum number of tickets of this type.'),
  priceCents: z.number().int().min(0).max(99_999_999),
  currency: Currency,
}

/**
 * A ticket type in a request. It changes an existing type if `id` is set, and otherwise adds one.
 */
export const TicketTypeInput = z.strictObject({
  ...typeFields,
  id: z
    .string()
    .optional()
    .describe('The id of an existing type to change. A type without an id is new.'),
  priceCents: typeFields.priceCents
    .default(0)
    .describe('The price of one ticket in minor units. 0, the default, is free.'),
  currency: Currency.default('EUR').describe(
    'The price’s ISO 4217 currency code. `EUR` by default.',
  ),
  offerId: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe(
      'The one-off offer that visitors pay. Its price replaces `priceCents` and `currency`. Null by default.',
    ),
})
export type TicketTypeInput = z.output<typeof TicketTypeInput>

const writable = {
  slug: Slug.describe('The last part of the public URL, unique in the organisation.'),
  title: Line(200).describe('The name that visitors read.'),
  startsAt: Moment.describe('When it starts.'),
  endsAt: Moment.nullable().describe('When it ends. Null if the end is open.'),
  timeZone: ChosenTimeZone.describe('The venue’s time zone. Pages and mails show times in it.'),
  place: z.string().trim().max(500).describe('Where it takes place, in words. May be empty.'),
  description: z
    .string()
    .max(10_000)
    .describe('The text that visitors read, at most 10,000 characters.'),
  pictureUrl: WebUrl.nullable().describe(
    'The URL of the picture that visitors see. Pages show it only if it is a file of the platform. Null without a picture.',
  ),
  ticketTypes: z
    .array(TicketTypeInput)
    .max(50)
    .describe(
      'The ticket types that replace the current ones, at most 50. A type with tickets must stay.',
    ),
  published: z.boolean().describe('True if visitors see it and can order tickets.'),
}

export const CreateHappening = z.strictObject({
  ...writable,
  slug: Slug.optional().describe(
    'The last part of the public URL, unique in the organisation. By default it is made from the title, with an ending if another has it.',
  ),
  endsAt: writable.endsAt.default(null).describe('When it ends. Null if the end is open.'),
  timeZone: ChosenTimeZone.optional().describe(
    'The venue’s time zone. Pages and mails show times in it. The organisation’s time zone by default.',
  ),
  place: writable.place.default('').describe('Where it takes place, in words. May be empty.'),
  description: writable.description
    .default('')
    .describe('The text that visitors read, at most 10,000 characters.'),
  pictureUrl: writable.pictureUrl
    .default(null)
    .describe(
      'The URL of the picture that visitors see. Pages show it only if it is a file of the platform. Null without a picture.',
    ),
  ticketTypes: writable.ticketTypes.default([]).describe('The ticket types, at most 50.'),
  published: z
    .boolean()
    .default(false)
    .describe('True if visitors see it and can order tickets. False by default.'),
})
export type CreateHappening = z.output<typeof CreateHappening>

export const UpdateHappening = z.strictObject(writable).partial()
export type UpdateHappening = z.output<typeof UpdateHappening>

const tickets = tagged('Tickets')
const etag = { ETag: 'Tag of what its organisers have written; a sale does not change it' }
const shown = tickets.org.resource('/api/happenings', byId, 'The happening', Happening, etag)
const managed = tickets.admin.resource('/api/happenings', byId, 'The happening', Happening, etag)

export const listHappenings = shown.list('listHappenings', pageSchema(Happening), {
  sdk: 'happenings.list',
  summary: 'Happenings, newest first',
  query: z.object({
    q: z.string().max(200).optional().describe('The text to search for.'),
    ...pageQuery,
  }),
  example: { query: { q: 'bakery', limit: 10 } },
})

export const createHappening = managed.create('createHappening', {
  sdk: 'happenings.create',
  summary: 'Add a happening with its ticket types',
  description:
    'If `slug` is absent, it is made from the title, with an ending if another event has it. If `timeZone` is absent, the organisation’s current one is used. A ticket type with an `offerId` has the price of that one-off offer, and visitors pay for it online.',
  body: CreateHappening,
  errors: ['slug_taken', 'ends_before_start', 'offer_invalid', 'foreign_asset', 'asset_released'],
  example: {
    body: {
      title: 'Open bakery day',
      startsAt: '2027-06-13T08:00:00.000Z',
      endsAt: '2027-06-13T12:00:00.000Z',
      place: '3 rue du Four, Marseille',
      description: 'See how bread is made, and taste it warm.',
      ticketTypes: [
        { name: 'Tour', capacity: 2 },
        { name: 'Tasting', capacity: 20 },
        { name: 'Workshop', capacity: 8, offerId: '{workshop.id}' },
      ],
      published: true,
    },
  },
})

export const getHappening = shown.get('getHappening', {
  sdk: 'happenings.get',
  summary: 'One happening',
})

export const updateHappening = managed.update('updateHappening', {
  sdk: 'happenings.update',
  summary: 'Change a happening',
  description:
    '`ticketTypes` replaces the list. A type with a known `id` is changed, a type without an id is added, and a missing type is removed unless its tickets are sold. Added capacity goes to the waiting list first.',
  headers: ifMatch,
  body: UpdateHappening,
  errors: [
    'slug_taken',
    'ends_before_start',
    'capacity_below_sold',
    'ticket_type_sold',
    'offer_invalid',
    'foreign_asset',
    'asset_released',
    'precondition_failed',
  ],
  example: { body: { place: 'The bakehouse, 3 rue du Four, Marseille' } },
})

export const deleteHappening = managed.delete('deleteHappening', {
  sdk: 'happenings.delete',
  summary: 'Delete a happening with its tickets',
  description: 'Ticket holders are mailed that it is cancelled, unless it has already ended.',
  headers: ifMatch,
  errors: ['precondition_failed'],
})
