import { CreateHappening, type Happening } from '@atrium/contracts'
import { amountText, centsOf } from '../money/amount.ts'
import { type FieldProblems, problemsOfIssues } from '../money/field-problems.ts'
import type { HappeningBody } from './happening-queries.ts'
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

/** A happening that is being written, as it is typed; times are those of the viewer's clock. */
export interface HappeningDraft {
  readonly title: string
  readonly startsAt: string
  readonly endsAt: string
  readonly place: string
  readonly description: string
  readonly slug: string
  readonly types: readonly TypeDraft[]
}

export const emptyType = (name = ''): TypeDraft => ({
  key: crypto.randomUUID(),
  ...{ name, capacity: '', price: '', currency: null },
})

/** The draft of a new happening, or of one that is changed. */
export const happeningDraftOf = (happening?: Happening): HappeningDraft => ({
  title: happening?.title ?? '',
  startsAt: happening === undefined ? '' : localText(happening.startsAt),
  endsAt: happening?.endsAt == null ? '' : localText(happening.endsAt),
  place: happening?.place ?? '',
  description: happening?.description ?? '',
  slug: happening?.slug ?? '',
  types: happening?.ticketTypes.map(({ id, name, capacity, sold, priceCents, currency }) => ({
    ...{ key: id, name, capacity: String(capacity), currency },
    price: priceCents === 0 ? '' : amountText(priceCents, currency),
    known: { id, sold },
  })) ?? [emptyType('Entry')],
})

/** The body that a draft asks for; `ownCurrency` is that of the organisation. Figures that cannot be read are none. */
export function happeningBodyOf(draft: HappeningDraft, ownCurrency: string): HappeningBody {
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

const wordsOf = (path: string, { types }: HappeningDraft): string | undefined => {
  if (path === 'title') return 'A title is needed'
  if (path === 'startsAt' || path === 'endsAt') return 'A day and a time'
  const [, index = '', field] = path.split('.')
  if (field === 'name' && types[Number(index)] !== undefined) return 'A name is needed'
  if (field === 'priceCents') return 'An amount, such as 12.50'
  return field === 'capacity' ? '0 to 1,000,000' : undefined
}

/** The problems of a draft before it is sent. */
export function happeningProblems(draft: HappeningDraft, ownCurrency: string): FieldProblems {
  const problems: Record<string, string> = {}
  const body = happeningBodyOf(draft, ownCurrency)
  const result = CreateHappening.safeParse(body)
  if (!result.success) {
    for (const [path, message] of Object.entries(problemsOfIssues(result.error.issues))) {
      problems[path] = wordsOf(path, draft) ?? message
    }
  }
  if (body.endsAt != null && body.endsAt < body.startsAt)
    problems['endsAt'] ??= 'Choose an end after the start'
  for (const [index, { known, capacity }] of draft.types.entries()) {
    if (known === undefined || Number(capacity) >= known.sold) continue
    problems[`ticketTypes.${index}.capacity`] ??= `${known.sold} are sold`
  }
  return problems
}
