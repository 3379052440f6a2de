import {
  type CardKind,
  type CardStatus,
  cardErrors,
  enrichmentStatuses,
  ordinaryStatuses,
  postStatuses,
} from '@atrium/contracts'

type Moves = Readonly<Partial<Record<CardStatus, readonly CardStatus[]>>>

const everyOrdinary = Object.fromEntries(
  ordinaryStatuses.map((status) => [status, ordinaryStatuses]),
) as Moves

// Users may move ordinary cards freely. Only enrichment has an order.
const enrichable: Moves = {
  ...Object.fromEntries(
    ordinaryStatuses.map((status) => [
      status,
      status === 'archived' ? ordinaryStatuses : [...ordinaryStatuses, 'enriching'],
    ]),
  ),
  enriching: ['enriched', ...ordinaryStatuses],
  enriched: ['enriching', ...ordinaryStatuses],
}

// Only the claim moves a post to `posting` and from there to `posted`. From `unconfirmed`, a user
// decides.
const automatedPost: Moves = {
  draft: ['reviewed'],
  reviewed: ['draft'],
  failed: ['draft', 'reviewed'],
  unconfirmed: ['draft', 'posted', 'failed'],
}
const manualPost: Moves = {
  draft: ['handed_off'],
  handed_off: ['posted_by_hand', 'draft'],
  failed: ['draft'],
  unconfirmed: ['draft', 'failed'],
}

/** Selects the status machine: the card's kind, and for a post its arm. */
export interface MachineSubject {
  kind: CardKind
  manual: boolean
}

function findMoves({ kind, manual }: MachineSubject): Moves {
  if (kind === 'post') return manual ? manualPost : automatedPost
  return kind === 'link' || kind === 'contact' ? enrichable : everyOrdinary
}

export function listStatuses(kind: CardKind): readonly CardStatus[] {
  if (kind === 'post') return postStatuses
  return kind === 'link' || kind === 'contact'
    ? [...ordinaryStatuses, ...enrichmentStatuses]
    : ordinaryStatuses
}

/** True if a caller may move a card this way. Staying in a status is always allowed. */
export const mayMove = (subject: MachineSubject, from: CardStatus, to: CardStatus): boolean =>
  from === to || (findMoves(subject)[from]?.includes(to) ?? false)

/** Throws `invalid_transition` (409) if the machine does not allow the move. */
export function requireMove(subject: MachineSubject, from: CardStatus, to: CardStatus): void {
  if (mayMove(subject, from, to)) return
  const reason =
    subject.kind === 'post' && subject.manual && to === 'reviewed'
      ? 'A post that you publish yourself needs no review'
      : `A ${subject.kind} cannot move from ${from} to ${to}`
  throw cardErrors.invalid_transition({ message: reason })
}

/**
 * Returns a new card's status. Throws `invalid_transition` (409) if a card cannot start in the
 * wanted status.
 */
export function initialStatus(kind: CardKind, wanted: CardStatus | undefined): CardStatus {
  const first = kind === 'post' ? 'draft' : 'todo'
  if (wanted === undefined || wanted === first) return first
  const startable: readonly CardStatus[] =
    kind === 'post' ? [] : listStatuses(kind).filter((status) => status !== 'enriched')
  if (startable.includes(wanted)) return wanted
  throw cardErrors.invalid_transition({ message: `A new ${kind} cannot have the status ${wanted}` })
}
