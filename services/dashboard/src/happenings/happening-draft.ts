import { CreateHappening, type Happening } from '@atrium/contracts'
import type { z } from 'zod'
import { amountText, parseCents } from '../money/amounts/amount.ts'
import {
  type FieldProblems,
  type ProblemWords,
  problemsOfBody,
} from '../money/form/field-problems.ts'
import { formatWallTime, parseWallTime } from '../ui/dates/wall-time.ts'

/** A ticket type as typed. */
export interface TypeDraft {
  readonly key: string
  readonly name: string
  readonly capacity: string
  /** Empty if the ticket is free. */
  readonly price: string
  /** Null for the organisation's currency. */
  readonly currency: string | null
  /** The product that visitors buy. Its price replaces the ticket price. */
  readonly offerId: string | null
  /** Set if the ticket type is already stored. */
  readonly known?: Pick<Happening['ticketTypes'][number], 'id' | 'sold'>
}

export const emptyType = (name = ''): TypeDraft => ({
  key: crypto.randomUUID(),
  name,
  capacity: '',
  price: '',
  currency: null,
  offerId: null,
})

/**
 * Converts a happening to a form draft, with wall times in its zone. Returns an empty draft without
 * a happening.
 */
export const toHappeningDraft = (happening?: Happening) => ({
  title: happening?.title ?? '',
  startsAt: happening === undefined ? '' : formatWallTime(happening.startsAt, happening.timeZone),
  endsAt: happening?.endsAt == null ? '' : formatWallTime(happening.endsAt, happening.timeZone),
  /** Empty for the organisation's zone. */
  timeZone: happening?.timeZone ?? '',
  place: happening?.place ?? '',
  description: happening?.description ?? '',
  /** Empty if there is no picture. */
  pictureUrl: happening?.pictureUrl ?? '',
  slug: happening?.slug ?? '',
  types: happening?.ticketTypes.map(
    ({ id, name, capacity, sold, priceCents, currency, offerId }): TypeDraft => ({
      key: id,
      name,
      capacity: String(capacity),
      currency,
      offerId,
      price: priceCents === 0 ? '' : amountText(priceCents, currency),
      known: { id, sold },
    }),
  ) ?? [emptyType('Entry')],
})

export type HappeningDraft = ReturnType<typeof toHappeningDraft>

export interface OwnDefaults {
  readonly currency: string
  readonly timeZone: string
}

/** Builds the request body. Numbers that cannot be parsed become NaN. */
export function toHappeningBody(
  draft: HappeningDraft,
  own: OwnDefaults,
): z.input<typeof CreateHappening> {
  const { title, startsAt, endsAt, place, description, pictureUrl, slug, types } = draft
  const timeZone = draft.timeZone === '' ? own.timeZone : draft.timeZone
  return {
    title: title.trim(),
    place: place.trim(),
    description: description.trim(),
    startsAt: parseWallTime(startsAt, timeZone) ?? startsAt,
    endsAt: endsAt === '' ? null : (parseWallTime(endsAt, timeZone) ?? endsAt),
    timeZone,
    pictureUrl: pictureUrl === '' ? null : pictureUrl,
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    ticketTypes: types.map(({ name, capacity, price, currency, offerId, known }) => ({
      name: name.trim(),
      capacity: /^\d{1,9}$/.test(capacity.trim()) ? Number(capacity) : Number.NaN,
      // If the type has a product, the product's price replaces a typed price.
      priceCents:
        price.trim() === '' || offerId !== null
          ? 0
          : (parseCents(price, currency ?? own.currency) ?? Number.NaN),
      currency: currency ?? own.currency,
      offerId,
      ...(known === undefined ? {} : { id: known.id }),
    })),
  }
}

const words: ProblemWords = [
  [/^title$/, 'Enter a title'],
  [/^(?:startsAt|endsAt)$/, 'A day and a time'],
  [/^ticketTypes\.\d+\.name$/, 'Enter a name'],
  [/^ticketTypes\.\d+\.priceCents$/, 'An amount, such as 12.50'],
  [/^ticketTypes\.\d+\.capacity$/, '0 to 1,000,000'],
]

/** Returns the problems of a draft by request field, before it is sent. */
export function happeningProblems(draft: HappeningDraft, own: OwnDefaults): FieldProblems {
  const body = toHappeningBody(draft, own)
  const problems: Record<string, string> = { ...problemsOfBody(CreateHappening, body, words) }
  if (body.endsAt != null && body.endsAt < body.startsAt)
    problems['endsAt'] ??= 'Choose an end after the start'
  for (const [index, { known, capacity }] of draft.types.entries()) {
    if (known === undefined || Number(capacity) >= known.sold) continue
    problems[`ticketTypes.${index}.capacity`] ??= `${known.sold} are sold`
  }
  return problems
}
