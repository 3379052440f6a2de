import { type CompleteModelInput, creditsOfCost, type ModelUsage } from '@atrium/contracts'
import type { ModelAnswer, ModelTarget } from './call-model.ts'
import { calculateCost, dearPrice, type Price } from './price-table.ts'
import type { Prompt } from './prompt.ts'

/** The minimum number of text bytes per token. It bounds a prompt's maximum cost. */
const bytesPerToken = 2
/** Tokens that a provider adds to a prompt. */
const extraTokens = 1_000

/** Returns the maximum number of credits a call can cost, including a second attempt. */
export function mostCredits(
  { schema, tools, maxTokens }: Pick<CompleteModelInput, 'schema' | 'tools' | 'maxTokens'>,
  prompt: Prompt,
  price: Price = dearPrice,
): number {
  const bytes = Buffer.byteLength(JSON.stringify([prompt, tools]))
  const inputTokens = Math.ceil(bytes / bytesPerToken) + extraTokens
  const first = calculateCost(price, inputTokens, maxTokens)
  if (schema === undefined) return creditsOfCost(first)
  // The second attempt also contains the first response.
  return creditsOfCost(first + calculateCost(price, inputTokens + maxTokens, maxTokens))
}

export type Spend = ReturnType<typeof createSpend>

/**
 * Sums up the cost of all attempts at a call. Uses the provider's figure if there is one, else the
 * model's price.
 */
export function createSpend(price: Price | undefined) {
  const sum = { inputTokens: 0, outputTokens: 0, calls: 0 }
  let costUsd: number | null = 0
  return {
    add({ inputTokens, outputTokens, statedCostUsd }: ModelAnswer): void {
      sum.calls += 1
      sum.inputTokens += inputTokens
      sum.outputTokens += outputTokens
      const priced = price === undefined ? null : calculateCost(price, inputTokens, outputTokens)
      const cost: number | null = statedCostUsd ?? priced
      costUsd = cost === null || costUsd === null ? null : costUsd + cost
    },
    calls: () => sum.calls,
    of: ({ model, provider }: ModelTarget): ModelUsage => ({
      model,
      provider,
      ...sum,
      costUsd,
      credits: 0,
    }),
    /** Uses the high default price if the model has no price. */
    credits: () =>
      creditsOfCost(costUsd ?? calculateCost(dearPrice, sum.inputTokens, sum.outputTokens)),
  }
}
