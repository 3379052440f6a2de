import type { WorkflowFix, ZenAnswer } from '@atrium/contracts'
import { formatCost } from '../text/format-cost.ts'

/** The progress of a question to a model. `cost` is null if no charge is known. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'answer'; readonly text: string; readonly cost: string | null }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly fix: WorkflowFix | null
      readonly cost: string | null
    }

/** The remedy if the platform has no language model. */
export const connectModel: WorkflowFix = { label: 'Connect an AI account', href: '/channels' }

export function toOutcome({ status, answer, truncated, error, fix, usage }: ZenAnswer): Outcome {
  if (status === 'queued' || status === 'running') return { kind: 'waiting' }
  const cost = formatCost(usage)
  if (answer !== null && answer.trim() !== '' && !truncated)
    return { kind: 'answer', text: answer.trim(), cost }
  // The chain has one step, and its name means nothing to a user.
  const reason = (error ?? '').replace(/^agent: /, '')
  let message = reason || 'The AI has no suggestion'
  if (truncated) message = 'The suggestion is too long to be shown'
  if (status === 'cancelled') message = 'You stopped the suggestion'
  return { kind: 'failed', message, fix, cost }
}
