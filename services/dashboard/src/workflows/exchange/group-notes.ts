import type { ImportNote, ImportOutcome } from '@atrium/contracts'

export interface NotedStep {
  readonly name: string
  /** The worst of its notes. */
  readonly outcome: ImportOutcome
  readonly notes: readonly ImportNote[]
}

const ranks: Readonly<Record<ImportOutcome, number>> = { missing: 0, approximated: 1, mapped: 2 }

/** Groups notes by step, the steps that need most work first, and counts the steps. */
export function groupNotes(notes: readonly ImportNote[]) {
  const counts: Record<ImportOutcome, number> = { mapped: 0, approximated: 0, missing: 0 }
  const steps = [...Map.groupBy(notes, ({ nodeName }) => nodeName)].map(
    ([name, own]): NotedStep => {
      const worst = own.reduce(
        (found, { outcome }) => (ranks[outcome] < ranks[found] ? outcome : found),
        'mapped' as ImportOutcome,
      )
      counts[worst] += 1
      return { name, outcome: worst, notes: own }
    },
  )
  return {
    steps: steps.toSorted((one, other) => ranks[one.outcome] - ranks[other.outcome]),
    counts,
  }
}
