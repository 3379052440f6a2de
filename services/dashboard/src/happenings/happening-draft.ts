import { CreateHappening, type Happening } from '@atrium/contracts'
import type { z } from 'zod'
import { amountText, centsOf } from '../money/amount.ts'
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
  /** Of a type that exists: what the form does not change. */
  readonly known?: Pick<Happening['ticketTypes'][number], 'id' | 'sold'>
}

export const emptyType = (name = ''): TypeDraft => ({
  key: crypto.randomUUID(),
  ...{ name, capacity: '', price: '', currency: null },
})

/** The draft of a new happening, or of one that is changed; times are those of the viewer's clock. */
export const happeningDraftOf = (happening?: Happening) => ({
  title: happening?.title ?? '',
  startsAt: happening === undefined ? '' : localText(happening.startsAt),
  endsAt: happening?.endsAt == null ? '' : localText(happening.endsAt),
  place: happening?.place ?? '',
  description: happening?.description ?? '',
  slug: happening?.slug ?? '',
  types: happening?.ticketTypes.map(
    ({ id, name, capacity, sold, priceCents, currency }): TypeDraft => ({
      ...{ key: id, name, capacity: String(capacity), currency },
      price: priceCents === 0 ? '' : amountText(priceCents, currency),
      known: { id, sold },
    }),
  ) ?? [emptyType('Entry')],
})

/** A happening that is being written, as it is typed. */
export type HappeningDraft = ReturnType<typeof happeningDraftOf>

/** The body that a draft asks for; `ownCurrency` is that of the organisation. Figures that cannot be read are none. */
export function happeningBodyOf(draft: HappeningDraft, ownCurrency: string): z.input<typeof CreateHappening> {
  const { title, startsAt, endsAt, place, description, slug, types } = draft
  return {
    ...{ title: title.trim(), place: place.trim(), description: description.trim() },
    startsAt: momentOfLocal(startsAt) ?? startsAt,
    endsAt: endsAt === '' ? null : (momentOfLocal(endsAt) ?? endsAt),
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    ticketTypes: types.map(({ name, capacity, price, currency, known }) => ({
      name: name.trim(),
      capacity: /^\d{1,9}$/.test(capacity.trim()) ? Number(capacity) : Number.NaN,
      priceCents: price.trim() === '' ? 0 : (centsOf(price, currency ?? ownCurrency) ?? Number.NaN),
      currency: currency ?? ownCurrency,
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
export function happeningProblems(draft: HappeningDraft, ownCurrency: string): FieldProblems {
  const body = happeningBodyOf(draft, ownCurrency)
  const problems: Record<string, string> = { ...problemsOfBody(CreateHappening, body, words) }
  if (body.endsAt != null && body.endsAt < body.startsAt)
    problems['endsAt'] ??= 'Choose an end after the start'
  for (const [index, { known, capacity }] of draft.types.entries()) {
    if (known === undefined || Number(capacity) >= known.sold) continue
    problems[`ticketTypes.${index}.capacity`] ??= `${known.sold} are sold`
  }
  return problems
}
