import type { SkipReason } from '@atrium/contracts'

/** How a node ended, as those behind it see it. */
export type NodeEnd = 'completed' | 'failed' | 'halted' | SkipReason

/**
 * Why a node without live input is skipped, from how the nodes before it ended. A deliberate stop outweighs the
 * rest, then a failure; a node that nothing leads to has no input.
 */
export function skipReasonOf(before: readonly NodeEnd[]): SkipReason {
  if (before.includes('cancelled')) return 'cancelled'
  if (before.some((end) => end === 'halted' || end === 'branch_halted')) return 'branch_halted'
  if (before.some((end) => end === 'failed' || end === 'upstream_failed')) return 'upstream_failed'
  if (before.length === 0 || before.includes('completed')) return 'no_input'
  return 'upstream_skipped'
}
