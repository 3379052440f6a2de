import { ModelUsage } from '@atrium/contracts'

/** An amount of credits in words: "1 credit", "1,200 credits". */
export const creditWords = (credits: number): string =>
  `${credits.toLocaleString()} ${credits === 1 ? 'credit' : 'credits'}`

/** The `usage` of a node or a question in words: its credits, and the model that took them; null without one. */
export function formatCost(usage: unknown): string | null {
  const read = ModelUsage.safeParse(usage)
  if (!read.success) return null
  const { credits, model } = read.data
  return `${credits === 0 ? 'Cost no credits' : `Cost ${creditWords(credits)}`} (${model})`
}
