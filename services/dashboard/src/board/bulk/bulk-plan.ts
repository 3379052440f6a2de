import type { BulkCards, Card } from '@atrium/contracts'
import { readDue, writeDue } from '../due.ts'
import { columnAfter } from '../shown-cards.ts'

export type BulkSet = NonNullable<BulkCards['set']>

export interface BulkStep {
  readonly ids: readonly string[]
  readonly set: BulkSet
}

const perRequest = 100

/** Splits a change into requests of limited size, so a long change can show its progress. */
export function planSteps({ ids, set }: BulkStep): BulkStep[] {
  const count = Math.ceil(ids.length / perRequest)
  return Array.from({ length: count }, (_, at) => ({
    ids: ids.slice(at * perRequest, (at + 1) * perRequest),
    set,
  }))
}

/** Returns a card after a change, as the platform will return it. */
export function applied(
  card: Card,
  { status, addTags = [], removeTags = [], dueDate, assigneeId, columnId }: BulkSet,
): Card {
  const kept = card.tags.filter((tag) => !removeTags.includes(tag))
  return {
    ...card,
    ...(status === undefined ? {} : { status }),
    columnId: columnAfter(card, { status, columnId }),
    ...(dueDate === undefined ? {} : readDue(dueDate)),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    tags: [...new Set([...kept, ...addTags])],
  }
}

// An archived or done card becomes enriched again only by an enrichment.
const before = (status: Card['status']): Card['status'] =>
  status === 'enriching' || status === 'enriched' ? 'todo' : status

function planReverse(card: Card, set: BulkSet): BulkSet {
  const { status, addTags = [], removeTags = [], dueDate, assigneeId } = set
  const added = addTags.filter((tag) => !card.tags.includes(tag))
  const removed = removeTags.filter((tag) => card.tags.includes(tag))
  return {
    ...(status === undefined || status === card.status ? {} : { status: before(card.status) }),
    ...(dueDate === undefined || dueDate === writeDue(card) ? {} : { dueDate: writeDue(card) }),
    ...(columnAfter(card, set) === card.columnId ? {} : { columnId: card.columnId }),
    ...(assigneeId === undefined || assigneeId === card.assigneeId
      ? {}
      : { assigneeId: card.assigneeId }),
    ...(added.length === 0 ? {} : { removeTags: added }),
    ...(removed.length === 0 ? {} : { addTags: removed }),
  }
}

export function reverseSteps(cards: readonly Card[], set: BulkSet): BulkStep[] {
  const groups = new Map<string, { ids: string[]; set: BulkSet }>()
  for (const card of cards) {
    const reverse = planReverse(card, set)
    if (Object.keys(reverse).length === 0) continue
    const key = JSON.stringify(reverse)
    const group = groups.get(key) ?? { ids: [], set: reverse }
    group.ids.push(card.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
