import {
  type BoardColumn,
  type CardKind,
  type CardStatus,
  cardErrors,
  columnStatus,
  enrichmentStatuses,
  invalidField,
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

/** Throws `validation_failed` (400) if a card with this status does not belong in the column. */
export function requireFit(column: Pick<BoardColumn, 'status'>, status: CardStatus): void {
  if (columnStatus(status) === column.status) return
  throw invalidField('columnId', 'This column is for cards with another status')
}

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
 * Returns a new card's status, which is the column's unless the request names one. Throws
 * `invalid_transition` (409) if a card cannot start in it, and `validation_failed` (400) if it does
 * not belong in the column.
 */
export function initialStatus(
  kind: CardKind,
  named: CardStatus | undefined,
  column?: Pick<BoardColumn, 'status'>,
): CardStatus {
  const first = kind === 'post' ? 'draft' : 'todo'
  if (named !== undefined && column !== undefined) requireFit(column, named)
  const ofColumn =
    column === undefined || column.status === columnStatus(first) ? undefined : column.status
  const wanted = named ?? ofColumn
  if (wanted === undefined || wanted === first) return first
  const startable: readonly CardStatus[] =
    kind === 'post' ? [] : listStatuses(kind).filter((status) => status !== 'enriched')
  if (startable.includes(wanted)) return wanted
  throw cardErrors.invalid_transition({ message: `A new ${kind} cannot have the status ${wanted}` })
}
