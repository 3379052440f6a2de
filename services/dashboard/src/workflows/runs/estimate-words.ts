import type { CreditEstimate } from '@atrium/contracts'
import { creditWords } from '../../ui/text/format-cost.ts'

/** Describes the credits of the next run. Returns undefined if no run has taken any. */
export function estimateWords({
  typicalCredits,
  highestCredits,
  available,
  monthLeft,
}: CreditEstimate): string | undefined {
  if (typicalCredits === null || highestCredits === null) return undefined
  const run =
    highestCredits > typicalCredits
      ? `A run takes about ${creditWords(typicalCredits)}, at most ${creditWords(highestCredits)} so far.`
      : `A run takes about ${creditWords(typicalCredits)}.`
  const limit = monthLeft === null ? '' : `, ${creditWords(monthLeft)} under this month's limits`
  return `${run} You have ${creditWords(available)}${limit}.`
}
