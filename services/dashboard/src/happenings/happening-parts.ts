import type { HappeningDraft } from './happening-draft.ts'

/** What of a happening is kept or taken as a whole when two windows have changed it. */
export const happeningParts = {
  title: ['title'],
  times: ['startsAt', 'endsAt'],
  place: ['place'],
  description: ['description'],
  types: ['types'],
  slug: ['slug'],
} as const

/** The names of the parts. */
export const partLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  times: 'Times',
  place: 'Place',
  description: 'Description',
  types: 'Tickets',
  slug: 'Address',
}

const moment = (local: string): string => local.replace('T', ', ')

/** A part of a happening in words. */
export function partText(part: string, draft: HappeningDraft): string {
  const { title, startsAt, endsAt, place, description, types, slug } = draft
  const texts: Readonly<Record<string, string>> = {
    ...{ title, place, description, slug },
    times: [startsAt, endsAt].filter(Boolean).map(moment).join(' to '),
    types: types
      .map(({ name, capacity, price, currency }) =>
        [
          name || '–',
          `${capacity || '–'} seats`,
          price === '' ? 'free' : `${price} ${currency ?? ''}`.trim(),
        ].join(', '),
      )
      .join('\n'),
  }
  return texts[part] || 'Nothing'
}
