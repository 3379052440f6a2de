import { z } from 'zod'
import { ifMatch } from '../core/headers.ts'
import {
  byId,
  Moment,
  named,
  pageQuery,
  pageSchema,
  Slug,
  Timestamp,
  visible,
  WebUrl,
} from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'
import { ChosenTimeZone } from '../identity/settings.ts'
import { DocumentLanguage } from '../invoicing/document-language.ts'
import { Currency } from '../invoicing/money.ts'

const Line = (longest: number) => z.string().trim().max(longest).regex(visible, 'Write a text')

const shownType = {
  id: z.string(),
  name: z.string(),
  capacity: z.number().int(),
  sold: z.number().int(),
  held: z.number().int(),
  priceCents: z.number().int(),
  currency: z.string(),
}

/**
 * A happening's ticket type. `sold` counts issued tickets. `held` counts tickets in orders that are
 * neither confirmed nor paid.
 */
export const TicketType = named('TicketType', {
  ...shownType,
  /** The one-off offer that visitors pay. Its price is the ticket price. */
  offerId: z.string().nullable(),
})
export type TicketType = z.infer<typeof TicketType>

/** A ticket type for visitors. `orderable` is false if its price cannot be paid online. */
export const PublicTicketType = named('PublicTicketType', {
  ...shownType,
  available: z.number().int(),
  orderable: z.boolean(),
})
export type PublicTicketType = z.infer<typeof PublicTicketType>

const happeningFields = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp.nullable(),
  /** The time zone of the venue. It stays if the organisation chooses another zone. */
  timeZone: z.string(),
  place: z.string(),
  description: z.string(),
  /** Pages show it only if it is a file of the platform. */
  pictureUrl: WebUrl.nullable(),
}

export const Happening = named('Happening', {
  ...happeningFields,
  ticketTypes: z.array(TicketType),
  published: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Happening = z.infer<typeof Happening>

/** A published happening as visitors see it. `open` is true while tickets are available. */
export const PublicHappening = named('PublicHappening', {
  ...happeningFields,
  open: z.boolean(),
  /** The organisation's language, for the platform's texts on the page. */
  language: DocumentLanguage,
  ticketTypes: z.array(PublicTicketType),
})
export type PublicHappening = z.infer<typeof PublicHappening>

/** A published happening with its organisation. */
export const OrganisedHappening = PublicHappening.extend({
  organiser: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
}).meta({ id: 'OrganisedHappening' })
export type OrganisedHappening = z.infer<typeof OrganisedHappening>

const typeFields = {
  name: Line(100),
  capacity: z.number().int().min(0).max(1_000_000),
  priceCents: z.number().int().min(0).max(99_999_999),
  currency: Currency,
}

/**
 * A ticket type in a request. It changes an existing type if `id` is set, and otherwise adds one.
 */
export const TicketTypeInput = z.strictObject({
  ...typeFields,
  id: z.string().optional(),
  priceCents: typeFields.priceCents.default(0),
  currency: Currency.default('EUR'),
  offerId: z.string().min(1).max(100).nullable().default(null),
})
export type TicketTypeInput = z.output<typeof TicketTypeInput>

const writable = {
  slug: Slug,
  title: Line(200),
  startsAt: Moment,
  endsAt: Moment.nullable(),
  timeZone: ChosenTimeZone,
  place: z.string().trim().max(500),
  description: z.string().max(10_000),
  pictureUrl: WebUrl.nullable(),
  ticketTypes: z.array(TicketTypeInput).max(50),
  published: z.boolean(),
}

export const CreateHappening = z.strictObject({
  ...writable,
  slug: Slug.optional(),
  endsAt: writable.endsAt.default(null),
  timeZone: ChosenTimeZone.optional(),
  place: writable.place.default(''),
  description: writable.description.default(''),
  pictureUrl: writable.pictureUrl.default(null),
  ticketTypes: writable.ticketTypes.default([]),
  published: z.boolean().default(false),
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
  query: z.object({ q: z.string().max(200).optional(), ...pageQuery }),
})

export const createHappening = managed.create('createHappening', {
  sdk: 'happenings.create',
  summary: 'Add a happening with its ticket types',
  description:
    'Without a `slug` one is made from the title. Without a `timeZone` it is the one that the organisation has now. A ticket type with an `offerId` costs what the one-off offer costs, and visitors pay for it online.',
  body: CreateHappening,
  errors: ['slug_taken', 'ends_before_start', 'offer_invalid', 'foreign_asset', 'asset_released'],
})

export const getHappening = shown.get('getHappening', {
  sdk: 'happenings.get',
  summary: 'One happening',
})

export const updateHappening = managed.update('updateHappening', {
  sdk: 'happenings.update',
  summary: 'Change a happening',
  description:
    '`ticketTypes` replaces the list: a type with a known `id` is changed, one without is added, one that is left out is removed unless tickets of it are sold. More capacity goes to the waiting list first.',
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
})

export const deleteHappening = managed.delete('deleteHappening', {
  sdk: 'happenings.delete',
  summary: 'Delete a happening with its tickets',
  description: 'The holders of tickets are mailed that it is cancelled, unless it is over.',
  headers: ifMatch,
  errors: ['precondition_failed'],
})

const visitors = tickets.public
const ofOrg = z.object({ orgSlug: z.string() })

export const publicHappening = z.object({ orgSlug: z.string(), slug: z.string() })

export const listPublicHappenings = visitors.get(
  'listPublicHappenings',
  '/api/public/happenings/{orgSlug}',
  {
    sdk: 'publicHappenings.list',
    summary:
      'The published happenings of an organisation, for visitors: the next first, past ones last',
    params: ofOrg,
    query: z.object(pageQuery),
    responses: page(PublicHappening),
  },
)

export const getPublicHappening = visitors.get(
  'getPublicHappening',
  '/api/public/happenings/{orgSlug}/{slug}',
  {
    sdk: 'publicHappenings.get',
    summary: 'One published happening, for visitors',
    params: publicHappening,
    responses: ok('The happening', OrganisedHappening),
  },
)
