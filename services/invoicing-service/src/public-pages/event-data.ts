import type { OrganisedHappening } from '@atrium/contracts'
import { picturePath, publicPath, shortenText } from '@atrium/site-page/public'
import { type Owner, toDecimal } from './page-owner.ts'

/** Describes an event for search engines (https://schema.org/Event). */
export function eventData(owner: Owner, origin: string, happening: OrganisedHappening): object {
  const { title, startsAt, endsAt, place, description, pictureUrl, ticketTypes } = happening
  const url = `${origin}${publicPath(owner.slug, 'events', happening.slug)}`
  const picture = picturePath(pictureUrl, 1080)
  return {
    '@type': 'Event',
    name: title,
    startDate: startsAt,
    ...(endsAt === null ? {} : { endDate: endsAt }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(place === '' ? {} : { location: { '@type': 'Place', name: place, address: place } }),
    ...(description === '' ? {} : { description: shortenText(description, 1_000) }),
    ...(picture === undefined ? {} : { image: [`${origin}${picture}`] }),
    organizer: {
      '@type': 'Organization',
      name: owner.name,
      url: `${origin}${publicPath(owner.slug)}`,
    },
    offers: ticketTypes
      .filter(({ orderable }) => orderable)
      .map(({ name, priceCents, currency, available }) => ({
        '@type': 'Offer',
        name,
        url,
        price: toDecimal(priceCents, currency),
        priceCurrency: currency,
        availability: `https://schema.org/${available > 0 ? 'InStock' : 'SoldOut'}`,
      })),
  }
}
