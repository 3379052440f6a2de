import { CreateHappening, type Happening } from '@atrium/contracts'
import type { z } from 'zod'
import { amountText, parseCents } from '../money/amount.ts'
import { type FieldProblems, type ProblemWords, problemsOfBody } from '../money/field-problems.ts'
import { localText, momentOfLocal } from './local-time.ts'

/** A ticket type that is being written. */
export interface TypeDraft {
  readonly key: string
  readonly name: string
  readonly capacity: string
  /** Empty for a free ticket. */
  readonly price: string
  /** Null for the organisation's. */
  readonly currency: string | null
  /** The product that visitors pay; its price is the price of the ticket. */
  readonly offerId: string | null
  /** Of a type that exists: what the form does not change. */
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

/** The draft of a new happening, or of one that is changed; times are those of the clocks in its zone. */
export const toHappeningDraft = (happening?: Happening) => ({
  title: happening?.title ?? '',
  startsAt: happening === undefined ? '' : localText(happening.startsAt, happening.timeZone),
  endsAt: happening?.endsAt == null ? '' : localText(happening.endsAt, happening.timeZone),
  /** Empty for the organisation's. */
  timeZone: happening?.timeZone ?? '',
  place: happening?.place ?? '',
  description: happening?.description ?? '',
  /** Empty for none. */
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

/** A happening that is being written, as it is typed. */
export type HappeningDraft = ReturnType<typeof toHappeningDraft>

/** What a draft takes from the organisation. */
export interface OwnDefaults {
  readonly currency: string
  readonly timeZone: string
}

/** The body that a draft asks for. Figures that cannot be read are none. */
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
    startsAt: momentOfLocal(startsAt, timeZone) ?? startsAt,
    endsAt: endsAt === '' ? null : (momentOfLocal(endsAt, timeZone) ?? endsAt),
    timeZone,
    pictureUrl: pictureUrl === '' ? null : pictureUrl,
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    ticketTypes: types.map(({ name, capacity, price, currency, offerId, known }) => ({
      name: name.trim(),
      capacity: /^\d{1,9}$/.test(capacity.trim()) ? Number(capacity) : Number.NaN,
      // The price of the product replaces a typed one.
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
  [/^title$/, 'A title is needed'],
  [/^(?:startsAt|endsAt)$/, 'A day and a time'],
  [/^ticketTypes\.\d+\.name$/, 'A name is needed'],
  [/^ticketTypes\.\d+\.priceCents$/, 'An amount, such as 12.50'],
  [/^ticketTypes\.\d+\.capacity$/, '0 to 1,000,000'],
]

/** The problems of a draft before it is sent. */
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
