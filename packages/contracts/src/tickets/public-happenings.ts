import { z } from 'zod'
import { named, pageQuery } from '../core/schemas.ts'
import { file, ok, page, tagged } from '../core/tagged.ts'
import { DocumentLanguage } from '../invoicing/parties/document-language.ts'
import { happeningFields, shownType } from './happenings.ts'

/** A ticket type for visitors. `orderable` is false if its price cannot be paid online. */
export const PublicTicketType = named('PublicTicketType', {
  ...shownType,
  available: z
    .number()
    .int()
    .describe(
      'The number of tickets that can be ordered now. 0 while free tickets go to the waiting list.',
    ),
  orderable: z
    .boolean()
    .describe('True if visitors can order tickets: they are free, or can be paid online.'),
})
export type PublicTicketType = z.infer<typeof PublicTicketType>

/** A published happening as visitors see it. `open` is true while tickets are available. */
export const PublicHappening = named('PublicHappening', {
  ...happeningFields,
  open: z.boolean().describe('True until it ends. Tickets are issued only while it is true.'),
  language: DocumentLanguage.describe(
    'The organisation’s language, for the platform’s texts on the page.',
  ),
  ticketTypes: z.array(PublicTicketType).describe('The ticket types, in order.'),
})
export type PublicHappening = z.infer<typeof PublicHappening>

/** A published happening with its organisation. */
export const OrganisedHappening = PublicHappening.extend({
  organiser: z
    .object({
      name: z.string().describe('The organisation’s name.'),
      logoUrl: z.string().nullable().describe('The organisation’s picture. Null if it has none.'),
    })
    .describe('The organisation that hosts it.'),
}).meta({ id: 'OrganisedHappening' })
export type OrganisedHappening = z.infer<typeof OrganisedHappening>

const visitors = tagged('Tickets').public
const ofOrg = z.object({ orgSlug: z.string().describe('The organisation’s slug.') })

export const publicHappening = z.object({
  orgSlug: z.string().describe('The organisation’s slug.'),
  slug: z.string().describe('The record’s slug, the last part of its public URL.'),
})

export const listPublicHappenings = visitors.get(
  'listPublicHappenings',
  '/api/public/happenings/{orgSlug}',
  {
    sdk: 'publicHappenings.list',
    summary:
      'The published happenings of an organisation, for visitors: upcoming ones first, past ones last',
    params: ofOrg,
    query: z.object(pageQuery),
    responses: page(PublicHappening),
    example: { params: { orgSlug: '{org.slug}' }, query: { limit: 10 } },
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
    example: { params: { orgSlug: '{org.slug}', slug: 'open-bakery-day' } },
  },
)

export const getHappeningCalendar = visitors.get(
  'getHappeningCalendar',
  '/api/public/happenings/{orgSlug}/{slug}/calendar.ics',
  {
    sdk: 'publicHappenings.calendar',
    summary: 'One published happening as a calendar file',
    params: publicHappening,
    responses: file('The calendar file', 'text/calendar'),
    example: { params: { orgSlug: '{org.slug}', slug: '{createHappening.slug}' } },
  },
)
