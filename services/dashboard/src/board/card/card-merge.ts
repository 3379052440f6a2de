import type { Card, CardPatch, TimelineEntry } from '@atrium/contracts'
import { writeDue } from '../due.ts'

type Author = TimelineEntry['author']

/**
 * A field that two users changed to different values. A free field's name starts with `fields.`.
 */
export interface Clash {
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  /** The latest author of the other value, if the history names one. */
  readonly by: Author | undefined
  readonly at: string | undefined
}

const free = 'fields.'

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Lists a patch's changes by field. Free fields are listed separately. */
function toChanges({ fields = {}, ...plain }: CardPatch): Map<string, unknown> {
  const entries = Object.entries(plain).filter(([, value]) => value !== undefined)
  const inner = Object.entries(fields).map(([name, value]) => [free + name, value] as const)
  return new Map([...entries, ...inner])
}

const valueIn = (card: Card, field: string): unknown =>
  field === 'dueDate'
    ? writeDue(card)
    : field.startsWith(free)
      ? card.fields[field.slice(free.length)]
      : card[field as keyof Card]

/** Returns a field's name in the history. */
const named = (field: string): string => (field.startsWith(free) ? 'fields' : field)

function touches({ kind, change }: TimelineEntry, field: string): boolean {
  const name = named(field)
  if (kind === 'history.rescheduled') return name === 'dueDate'
  if (kind === 'history.changed') return change?.fields?.includes(name) === true
  if (kind === 'history.approved' && name === 'dueDate') return true
  return kind !== 'history.created' && name === 'status'
}

/**
 * Finds the conflicts between a patch and other users' changes since `base`. The history names the
 * other authors.
 */
export function findClashes(
  base: Card,
  theirs: Card,
  patch: CardPatch,
  history: readonly TimelineEntry[],
): Clash[] {
  const since = history.filter(({ createdAt }) => createdAt > base.updatedAt)
  return [...toChanges(patch)].flatMap(([field, mine]) => {
    const now = valueIn(theirs, field)
    if (isSame(valueIn(base, field), now) || isSame(mine, now)) return []
    const entry = since.find((one) => touches(one, field))
    return { field, mine, theirs: now, by: entry?.author, at: entry?.createdAt }
  })
}

/** Returns a patch without the fields whose other value is kept. */
export function without(patch: CardPatch, fields: ReadonlySet<string>): CardPatch {
  const { fields: inner, ...plain } = patch
  const keptPlain = Object.entries(plain).filter(([name]) => !fields.has(name))
  const kept = Object.entries(inner ?? {}).filter(([name]) => !fields.has(free + name))
  return {
    ...(Object.fromEntries(keptPlain) as CardPatch),
    ...(kept.length === 0 ? {} : { fields: Object.fromEntries(kept) }),
  }
}
