import { ModelUsage } from '@atrium/contracts'

/** Formats credits: "1 credit", "1,200 credits". */
export const creditWords = (credits: number): string =>
  `${credits.toLocaleString()} ${credits === 1 ? 'credit' : 'credits'}`

/**
 * Describes the `usage` of a node or a question: its credits, and the model. Returns null if there
 * is no usage.
 */
export function formatCost(usage: unknown): string | null {
  const read = ModelUsage.safeParse(usage)
  if (!read.success) return null
  const { credits, model } = read.data
  return `${credits === 0 ? 'Cost no credits' : `Cost ${creditWords(credits)}`} (${model})`
}
