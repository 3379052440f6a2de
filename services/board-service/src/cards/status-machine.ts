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

// A person moves ordinary cards about freely; only enrichment has an order.
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

// `posting`, and `posted` out of it, belong to the claim; from `unconfirmed` a person decides.
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

/** The kind of a card, and for a post its arm, select its machine. */
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

/** Whether a caller may move a card so; staying is always allowed. */
export const mayMove = (subject: MachineSubject, from: CardStatus, to: CardStatus): boolean =>
  from === to || (findMoves(subject)[from]?.includes(to) ?? false)

/** Requires a move that the machine allows. Throws `invalid_transition` (409). */
export function requireMove(subject: MachineSubject, from: CardStatus, to: CardStatus): void {
  if (mayMove(subject, from, to)) return
  const reason =
    subject.kind === 'post' && subject.manual && to === 'reviewed'
      ? 'A post of the manual arm is never reviewed; it is handed off'
      : `A ${subject.kind} cannot move from ${from} to ${to}`
  throw cardErrors.invalid_transition({ message: reason })
}

/** The status of a new card. Throws `invalid_transition` (409) when one is asked for that it cannot start in. */
export function initialStatus(kind: CardKind, wanted: CardStatus | undefined): CardStatus {
  const first = kind === 'post' ? 'draft' : 'todo'
  if (wanted === undefined || wanted === first) return first
  const startable: readonly CardStatus[] =
    kind === 'post' ? [] : listStatuses(kind).filter((status) => status !== 'enriched')
  if (startable.includes(wanted)) return wanted
  throw cardErrors.invalid_transition({ message: `A new ${kind} cannot be ${wanted}` })
}
