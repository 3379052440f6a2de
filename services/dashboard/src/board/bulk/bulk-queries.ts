import { type BulkResult, type Card, changeCardsInBulk } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { isPassing, pauseAfter } from '../../platform/connection/connection.ts'
import { showCard } from '../shown-cards.ts'
import { applied, type BulkStep, planSteps } from './bulk-plan.ts'

export type Refused = BulkResult['refused'][number]

const tries = 4

async function send({ ids, set }: BulkStep): Promise<BulkResult> {
  const idempotencyKey = crypto.randomUUID()
  for (let count = 1; ; count += 1) {
    try {
      return await atrium.call(
        changeCardsInBulk,
        { body: { ids: [...ids], set } },
        { idempotencyKey },
      )
    } catch (error) {
      if (count === tries || !isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, 1_000 * 2 ** count)))
    }
  }
}

/**
 * Changes many cards and shows it at once. If a card is refused, it moves back. If a request fails,
 * the rest is not sent. Never throws.
 */
export async function changeMany(
  queryClient: QueryClient,
  cards: ReadonlyMap<string, Card>,
  plan: readonly BulkStep[],
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  await queryClient.cancelQueries({ queryKey: ['cards'] })
  const steps = plan.flatMap(planSteps)
  for (const { ids, set } of steps) {
    for (const id of ids) {
      const card = cards.get(id)
      if (card !== undefined) showCard(queryClient, applied(card, set))
    }
  }
  const result: BulkResult = { changed: [], refused: [] }
  let broken: AtriumError | undefined
  for (const step of steps) {
    const sent = broken === undefined ? await send(step).catch(asRefusal) : broken
    if (sent instanceof AtriumError) broken = sent
    const { changed, refused } = sent instanceof AtriumError ? refuse(step, sent) : sent
    result.changed.push(...changed)
    result.refused.push(...refused)
    for (const { id } of refused) {
      const card = cards.get(id)
      if (card !== undefined) showCard(queryClient, card)
    }
    onProgress(result.changed.length + result.refused.length)
  }
  void queryClient.invalidateQueries({ queryKey: ['cards'] })
  return result
}

const refuse = (
  { ids }: BulkStep,
  { code, message }: Pick<AtriumError, 'code' | 'message'>,
): BulkResult => ({
  changed: [],
  refused: ids.map((id) => ({ id, code, message })),
})

function asRefusal(error: unknown): AtriumError {
  if (error instanceof AtriumError) return error
  throw error
}
