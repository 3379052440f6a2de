import { type Card, cardTitle } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { type BulkSet, type BulkStep, reverseSteps } from './bulk-plan.ts'
import { changeMany, type Refused } from './bulk-queries.ts'

export interface Refusals {
  readonly changed: number
  readonly items: ReadonlyArray<Refused & { readonly title: string }>
}

interface Bulk {
  readonly cards: ReadonlyMap<string, Card>
  readonly plan: readonly BulkStep[]
  /** Set if the change can be undone. */
  readonly set?: BulkSet
  readonly done: string
}

const count = (number: number) => (number === 1 ? '1 card' : `${number} cards`)

/**
 * Changes many cards with progress, refusals and an undo. The changes continue after the user
 * leaves the page.
 */
export function useBulk() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [refusals, setRefusals] = useState<Refusals>()
  const { mutate } = useMutation({
    mutationFn: async ({ cards, plan }: Bulk) => {
      const total = plan.reduce((sum, { ids }) => sum + ids.length, 0)
      setProgress({ done: 0, total })
      return changeMany(queryClient, cards, plan, (done) => setProgress({ done, total }))
    },
    onSuccess: ({ changed, refused }, { cards, set, done }) => {
      if (refused.length > 0) {
        const items = refused.map((one) => ({ ...one, title: titleOfOne(cards.get(one.id)) }))
        setRefusals({ changed: changed.length, items })
      }
      if (changed.length === 0) return
      const before = changed.flatMap((id) => cards.get(id) ?? [])
      const plan = set === undefined ? [] : reverseSteps(before, set)
      const now = new Map(before.map((card) => [card.id, card]))
      const undo = () => mutate({ cards: now, plan, done: 'taken back' })
      toast(`${count(changed.length)} ${done}`, plan.length === 0 ? {} : withUndo(undo))
    },
    onSettled: () => setProgress(undefined),
  })
  return {
    progress,
    refusals,
    closeRefusals: () => setRefusals(undefined),
    change: (cards: readonly Card[], set: BulkSet, done: string) =>
      mutate({
        cards: new Map(cards.map((card) => [card.id, card])),
        plan: [{ ids: cards.map(({ id }) => id), set }],
        set,
        done,
      }),
  }
}

const titleOfOne = (card: Card | undefined): string =>
  card === undefined ? 'A card' : cardTitle(card)
