import { platformRules, textLength } from '@atrium/contracts'
import { networkName } from '../../../ui/network.tsx'
import type { Limit, Offer } from '../../../ui/writing/offer.ts'
import { bodyCount, type Count, chooseText, commentCount, toContent } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import type { OpenDraft } from '../draft/use-draft.ts'

/** The maximum number of channels to offer a version for. */
const mostOthers = 8

export interface Texts {
  readonly draft: Draft
  readonly targets: readonly Target[]
  /** The channel whose text is shown. Undefined while the common text is shown. */
  readonly active: Target | undefined
  /** Channels that are not chosen but could be. */
  readonly others: readonly Target[]
  readonly onChange: OpenDraft['change']
}

type Place =
  | { readonly field: 'body' | 'firstComment' }
  | { readonly field: 'own'; readonly id: string }

/**
 * Returns the change that writes a text. If `text` is undefined, a channel uses the common text
 * again.
 */
export function withText(
  { own }: Pick<Draft, 'own'>,
  place: Place,
  text: string | undefined,
): Partial<Draft> {
  if (place.field !== 'own') return { [place.field]: text ?? '' }
  const { [place.id]: _, ...others } = own
  return { own: text === undefined ? others : { ...others, [place.id]: text } }
}

const rawText = (draft: Draft, place: Place): string | undefined =>
  place.field === 'own' ? draft.own[place.id] : draft[place.field]

/** Writes a text and chooses its channel if needed. The returned function undoes only that. */
const takeAt =
  (draft: Draft, place: Place, onChange: OpenDraft['change']): Offer['take'] =>
  (text) => {
    const before = rawText(draft, place)
    const added = place.field === 'own' && !draft.targets.includes(place.id) ? place.id : undefined
    onChange((now) => ({
      ...withText(now, place, text),
      ...(added === undefined ? {} : { targets: [...now.targets, added] }),
    }))
    return () =>
      onChange((now) => ({
        ...withText(now, place, before),
        ...(added === undefined ? {} : { targets: now.targets.filter((id) => id !== added) }),
      }))
  }

/**
 * Returns how long a text may be. Subtracts the link if the network counts it as part of the text.
 */
function limitAt(target: Target, { used, max }: Count, text: string): Limit {
  const { count } = platformRules[target.platform].body
  const beside = Math.max(0, used - textLength(text, count))
  return { place: networkName(target.platform), max: Math.max(1, max - beside), count }
}

const bodyLimit = (draft: Draft, target: Target): Limit =>
  limitAt(target, bodyCount(toContent(draft, target)), chooseText(draft, target))

const commentLimit = (draft: Draft, target: Target): Limit =>
  limitAt(target, commentCount(toContent(draft, target)), draft.firstComment.trim())

const smallest = (limits: readonly Limit[]): Limit | null =>
  limits.reduce<Limit | null>(
    (least, limit) => (least === null || limit.max < least.max ? limit : least),
    null,
  )

/** Returns the writing help for the shown text: the text of `active`, or the common text. */
export function writingOffers({ draft, targets, active, others, onChange }: Texts): Offer[] {
  const place: Place = active === undefined ? { field: 'body' } : { field: 'own', id: active.id }
  const replaced = active === undefined ? draft.body : chooseText(draft, active)
  const take = takeAt(draft, place, onChange)
  const sharing =
    active === undefined ? targets.filter(({ id }) => draft.own[id] === undefined) : [active]
  const broken = smallest(
    sharing
      .map((target) => bodyLimit(draft, target))
      .filter(({ count, max }) => textLength(replaced, count) > max),
  )
  const comment: Place = { field: 'firstComment' }
  // A single channel needs no version of its own, because it uses the common text.
  const chosen = targets.length > 1 ? targets.filter(({ id }) => id !== active?.id) : []
  const adapted = [...chosen, ...others].filter(({ id }) => draft.sent[id]?.done !== true)
  return [
    { id: 'rewrite', label: 'Rewrite', want: { kind: 'rewrite' }, replaced, take },
    {
      id: 'shorten',
      label:
        broken === null
          ? 'Shorten'
          : `Shorten to ${broken.max.toLocaleString()} characters for ${broken.place}`,
      want: { kind: 'shorten', limit: broken },
      replaced,
      take,
    },
    {
      id: 'comment',
      label:
        draft.firstComment.trim() === '' ? 'Write a first comment' : 'Write another first comment',
      want: {
        kind: 'comment',
        limit: smallest(targets.map((target) => commentLimit(draft, target))),
      },
      replaced: draft.firstComment,
      take: takeAt(draft, comment, onChange),
    },
    ...adapted.slice(0, mostOthers).map(
      (target): Offer => ({
        id: `adapt ${target.id}`,
        label: `A version for ${target.name}`,
        want: { kind: 'adapt', limit: bodyLimit(draft, target) },
        replaced: chooseText(draft, target),
        take: takeAt(draft, { field: 'own', id: target.id }, onChange),
      }),
    ),
  ]
}
